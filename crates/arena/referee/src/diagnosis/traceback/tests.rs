//! Last words as the interpreters of 2024 print them.

use super::*;

fn at(file: &str, line: u32, code: Option<&str>) -> Option<Frame> {
    Some(Frame {
        file: file.to_owned(),
        line,
        code: code.map(str::to_owned),
    })
}

/// The failure of this text is this.
fn check(text: &str, message: &str, frame: Option<Frame>) {
    let message = message.to_owned();
    assert_eq!(read(text), Some(Traceback { message, frame }), "{text}");
}

#[test]
fn python_fails_in_the_innermost_file_of_its_author() {
    check(
        r#"reading
Traceback (most recent call last):
  File "/site/my bot.py", line 8, in <module>
    main()
  File "/site/my bot.py", line 7, in main
    print(json.dumps({"response": choose([1,2])}))
                                  ^^^^^^^^^^^^^
  File "/site/my bot.py", line 3, in choose
    best = moves[3]
           ~~~~~^^^
IndexError: list index out of range
"#,
        "IndexError: list index out of range",
        at("my bot.py", 3, Some("best = moves[3]")),
    );
    // Of two exceptions the last one ends it; a library is not the author's.
    check(
        r#"Traceback (most recent call last):
  File "/site/bot.py", line 4, in main
    x = {}["k"]
        ~~^^^^^
KeyError: 'k'

The above exception was the direct cause of the following exception:

Traceback (most recent call last):
  File "/site/bot.py", line 6, in main
    return json.loads("1 2")
           ^^^^^^^^^^^^^^^^^
  File "/usr/lib/python3.11/json/__init__.py", line 346, in loads
    return _default_decoder.decode(s)
           ^^^^^^^^^^^^^^^^^^^^^^^^^^
json.decoder.JSONDecodeError: Extra data: line 1 column 3 (char 2)
"#,
        "json.decoder.JSONDecodeError: Extra data: line 1 column 3 (char 2)",
        at("bot.py", 6, Some("return json.loads(\"1 2\")")),
    );
    check(
        "  File \"/site/bot.py\", line 2\n    def f(\n         ^\nSyntaxError: '(' was never closed\n",
        "SyntaxError: '(' was never closed",
        at("bot.py", 2, Some("def f(")),
    );
    check(
        "Traceback (most recent call last):\n  File \"<string>\", line 1, in <module>\nZeroDivisionError: division by zero\n",
        "ZeroDivisionError: division by zero",
        None,
    );
}

#[test]
fn javascript_fails_in_the_innermost_file_of_its_author() {
    check(
        "/site/bot.js:2
    return state.board.cells[3];
                       ^

TypeError: Cannot read properties of undefined (reading 'cells')
    at choose (/site/bot.js:2:24)
    at Object.<anonymous> (/site/bot.js:5:39)
    at Module._compile (node:internal/modules/cjs/loader:1521:14)
    at node:internal/main/run_main_module:28:49

Node.js v20.20.2
",
        "TypeError: Cannot read properties of undefined (reading 'cells')",
        at("bot.js", 2, Some("return state.board.cells[3];")),
    );
    check(
        "node:fs:573
  return binding.open(
                 ^

Error: ENOENT: no such file or directory, open 'data/net.bin'
    at Object.openSync (node:fs:573:18)
    at Object.readFileSync (node:fs:452:35)
    at load (/site/bot.js:3:13)
    at Object.<anonymous> (/site/bot.js:5:1) {
  errno: -2,
  code: 'ENOENT'
}
",
        "Error: ENOENT: no such file or directory, open 'data/net.bin'",
        at("bot.js", 3, None),
    );
    check(
        "/site/bot.js:2\n\n\n\nSyntaxError: Unexpected end of input\n    at wrapSafe (node:internal/modules/cjs/loader:1464:18)\n",
        "SyntaxError: Unexpected end of input",
        at("bot.js", 2, None),
    );
    check(
        "<anonymous_script>:1
1

SyntaxError: Unexpected non-whitespace character after JSON at position 2
    at JSON.parse (<anonymous>)
    at file:///site/bot.mjs:5:39
",
        "SyntaxError: Unexpected non-whitespace character after JSON at position 2",
        at("bot.mjs", 5, None),
    );
}

#[test]
fn java_fails_in_the_innermost_class_of_its_author() {
    check(
        "Exception in thread \"main\" java.lang.IndexOutOfBoundsException: Index 5 out of bounds for length 2
\tat java.base/jdk.internal.util.Preconditions.outOfBounds(Preconditions.java:64)
\tat java.base/java.util.ArrayList.get(ArrayList.java:427)
\tat Main.choose(Main.java:4)
\tat Main.main(Main.java:7)
",
        "java.lang.IndexOutOfBoundsException: Index 5 out of bounds for length 2",
        at("Main.java", 4, None),
    );
    check(
        "Exception in thread \"main\" java.lang.IllegalStateException: bad request: x
\tat Main.read(Main.java:4)
\tat Main.main(Main.java:8)
Caused by: java.lang.NumberFormatException: For input string: \"x\"
\tat java.lang.NumberFormatException.forInputString(NumberFormatException.java:67)
\tat java.lang.Integer.parseInt(Integer.java:668)
\tat Main.read(Main.java:3)
\t... 1 more
",
        "java.lang.NumberFormatException: For input string: \"x\"",
        at("Main.java", 3, None),
    );
}

#[test]
fn cpp_says_what_was_thrown() {
    check(
        "terminate called after throwing an instance of 'std::out_of_range'\n  what():  map::at\n",
        "std::out_of_range: map::at",
        None,
    );
    for text in [
        "",
        "a sad message\n",
        "File \"x\"",
        "    at noon\n",
        "thinking: 1\n2\n",
    ] {
        assert_eq!(read(text), None, "{text}");
    }
}

#[test]
fn sanitizers_name_the_authors_line() {
    for (text, message, line) in [
        (
            "5
bot.cpp:3:5: runtime error: execution reached the end of a value-returning function without returning a value
    #0 0x5583402ba981 in value(int) bot.cpp:3
    #1 0x5583402ba763 in main bot.cpp:7
",
            "execution reached the end of a value-returning function without returning a value",
            Some(3),
        ),
        (
            "/usr/include/c++/12/bits/stl_vector.h:1123: std::vector<_Tp, _Alloc>::operator[](size_type): Assertion '__n < this->size()' failed.
AddressSanitizer:DEADLYSIGNAL
=================================================================
==7==ERROR: AddressSanitizer: ABRT on unknown address 0x000000006626 (pc 0x7fb5798a8eec)
    #0 0x7fb5798a8eec in __pthread_kill_implementation nptl/pthread_kill.c:44
    #3 0x7fb57a2d09ed in std::__glibcxx_assert_fail(char const*, int) (/lib/libstdc++.so.6+0xd09ed)
    #4 0x55d74e9712d3 in std::vector<int>::operator[](unsigned long) /usr/include/c++/12/bits/stl_vector.h:1123
    #6 0x55d74e9712d3 in look(std::vector<int>&, int) bot.cpp:6
    #7 0x55d74e9707fe in main bot.cpp:8
",
            "Assertion '__n < this->size()' failed.",
            Some(6),
        ),
        (
            "terminate called after throwing an instance of 'int'
AddressSanitizer:DEADLYSIGNAL
==7==ERROR: AddressSanitizer: ABRT on unknown address 0x000000006626 (pc 0x7fb5798a8eec)
    #10 0x560762e57b52 in main /kept/bot.cpp:3:9
",
            "int",
            Some(3),
        ),
        (
            "==7==ERROR: AddressSanitizer: stack-overflow on address 0x7ffd4c570cd0 (pc 0x55a65975598f)
    #0 0x55a65975598f in dive(int, int*) bot.cpp:2
",
            "stack-overflow",
            Some(2),
        ),
        (
            "==7==ERROR: AddressSanitizer: SEGV on unknown address\n    #0 0x7f (/lib/libc.so.6+0x9)\n",
            "SEGV",
            None,
        ),
    ] {
        let message = message.to_owned();
        let frame = line.and_then(|line| at("bot.cpp", line, None));
        assert_eq!(sanitizer(text, "bot.cpp"), Some(Traceback { message, frame }));
    }
    assert_eq!(sanitizer("a sad message\n", "bot.cpp"), None);
}
