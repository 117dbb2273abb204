// Finds what the source of a bot uses and Node 10.0.0 lacks: `node --expose-internals scan.js FILE 2019` prints it as one line
// of JSON; 2019 is the last edition of the language whose syntax that Node reads. The parser is the one inside of Node, which
// may leave it out: then `parser` is false. A function that the file defines itself is not Node's.
"use strict";
const fs = require("fs");

const GLOBALS = {
    AbortController: "15", AggregateError: "15", BigInt: "10.4", BigInt64Array: "10.4", BigUint64Array: "10.4", FinalizationRegistry: "14.6",
    TextDecoder: "11", TextEncoder: "11", WeakRef: "14.6", fetch: "18", globalThis: "12", performance: "16", queueMicrotask: "11",
    structuredClone: "17",
};
const MEMBERS = {
    "Array.fromAsync": "22", "Map.groupBy": "21", "Object.fromEntries": "12", "Object.groupBy": "21", "Object.hasOwn": "16.9",
    "Promise.allSettled": "12.9", "Promise.any": "15", "Promise.withResolvers": "22", "events.once": "11.13", "fs.opendirSync": "12.12",
    "fs.rmSync": "14.14", "process.hrtime.bigint": "10.7",
};
const METHODS = {
    at: "16.6", findLast: "18", findLastIndex: "18", flat: "11", flatMap: "11", isWellFormed: "20", matchAll: "12", replaceAll: "15",
    toReversed: "20", toSorted: "20", toSpliced: "20",
};
const MODULES = {
    "fs/promises": "14", "readline/promises": "17", "stream/promises": "15", "timers/promises": "15", worker_threads: "10.5",
};

const [path, edition] = process.argv.slice(2);
const text = fs.readFileSync(path, "utf8").replace(/^\uFEFF/, "");
const lines = text.split(/\r\n|[\n\r\u2028\u2029]/);
const found = [];

function add(line, name, version) {
    if (!found.some((other) => other.name === name)) {
        found.push({ line, name, version, code: (lines[line - 1] || "").trim() });
    }
}

function parse(acorn, ecmaVersion, sourceType) {
    try {
        const options = { ecmaVersion, sourceType, locations: true, allowHashBang: true, allowReturnOutsideFunction: sourceType === "script" };
        return { tree: acorn.parse(text, options) };
    } catch (error) {
        return { line: error.loc ? error.loc.line : 1 };
    }
}

/// Calls `visit(node, parent)` for every node of a tree.
function walk(node, visit, parent) {
    if (Array.isArray(node)) {
        node.forEach((part) => walk(part, visit, parent));
    } else if (node && typeof node.type === "string") {
        visit(node, parent);
        Object.keys(node).forEach((key) => key !== "loc" && walk(node[key], visit, node));
    }
}

function name(node) {
    if (node.type === "Identifier") return node.name;
    const inner = node.type === "MemberExpression" && !node.computed && name(node.object);
    return inner ? inner + "." + node.property.name : "";
}

function isInterface(node) {
    const callee = node && node.type === "CallExpression" ? node.callee : {};
    return (callee.property || callee).name === "createInterface";
}

function scan(tree) {
    const own = new Set(), interfaces = new Set(), optional = new Set();
    walk(tree, (node, parent) => {
        const defined = { VariableDeclarator: "id", FunctionDeclaration: "id", ClassDeclaration: "id", Property: "key", MethodDefinition: "key" };
        const key = node[defined[node.type]];
        if (key) own.add(key.name);
        if (/Function/.test(node.type)) node.params.forEach((param) => own.add(param.name));
        if (node.type === "MemberExpression" && (/(^|\.)prototype$/.test(name(node.object)) || (parent.type === "AssignmentExpression" && parent.left === node))) {
            own.add(node.property.name);
        }
        if (node.type === "VariableDeclarator" && isInterface(node.init)) interfaces.add(node.id.name);
        if (node.type === "UnaryExpression" && node.operator === "typeof") own.add(node.argument.name);
        if (node.type === "TryStatement") walk(node.block, (inner) => optional.add(inner));
    });
    walk(tree, (node, parent) => {
        const line = node.loc.start.line;
        const isKey = parent && ((parent.type === "MemberExpression" && parent.property === node && !parent.computed) || (parent.type === "Property" && parent.key === node && !parent.shorthand));
        if (node.type === "Identifier" && !isKey && !own.has(node.name) && Object.hasOwnProperty.call(GLOBALS, node.name)) {
            add(line, node.name, GLOBALS[node.name]);
        } else if (node.type === "MemberExpression" && Object.hasOwnProperty.call(MEMBERS, name(node))) {
            if (!own.has(node.property.name)) add(line, name(node), MEMBERS[name(node)]);
        } else if (node.type === "CallExpression") {
            const callee = node.callee, first = node.arguments[0];
            const method = callee.type === "MemberExpression" && !callee.computed && callee.property.name;
            if (method && Object.hasOwnProperty.call(METHODS, method) && !own.has(method)) {
                add(callee.property.loc.start.line, "." + method + "()", METHODS[method]);
            } else if (callee.name === "require" && first && typeof first.value === "string" && !optional.has(node)) {
                if (first.value.startsWith("node:")) add(line, 'require("node:...")', "14.18");
                else if (MODULES[first.value]) add(line, 'require("' + first.value + '")', MODULES[first.value]);
            }
        } else if (node.type === "ForOfStatement" && node.await && (isInterface(node.right) || interfaces.has(node.right.name))) {
            add(line, "for await (... of readline)", "10.16");
        }
    });
}

function main() {
    let acorn;
    try {
        acorn = require("internal/deps/acorn/acorn/dist/acorn");
    } catch (error) {
        return false;
    }
    const site = parse(acorn, Number(edition), "script");
    if (site.tree) {
        scan(site.tree);
    } else {
        for (let later = Number(edition) + 1; later <= 2030; later++) {
            if (parse(acorn, later, "script").tree) {
                add(site.line, "ES" + later, "");
                return true;
            }
        }
        if (parse(acorn, "latest", "module").tree) add(site.line, "import, export, await", "");
    }
    return true;
}

const parser = main();
console.log(JSON.stringify({ version: process.version, parser, found }));
