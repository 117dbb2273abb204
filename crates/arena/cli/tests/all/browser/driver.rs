//! A headless Chromium, driven through WebDriver.

use std::fs;
use std::io::{BufRead, BufReader};
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use base64::prelude::{BASE64_STANDARD, Engine};
use serde_json::{Value, json};

/// The time limit for a page to show the expected content.
const PATIENCE: Duration = Duration::from_secs(60);
/// The key under which WebDriver has an element's id (W3C recommendation, section 12.2).
const ELEMENT: &str = "element-6066-11e4-a52e-4f735466cecf";

pub struct Browser {
    driver: Child,
    session: String,
}

impl Browser {
    /// Starts the driver and a browser whose profile is an empty folder in this one.
    pub fn start(folder: &Path) -> Browser {
        let mut driver = Command::new("chromedriver")
            .arg("--port=0")
            .stdout(Stdio::piped())
            .spawn()
            .unwrap_or_else(|error| {
                panic!("chromedriver: {error}; apt-get install chromium chromium-driver")
            });
        let mut output = BufReader::new(driver.stdout.take().unwrap());
        let port: u16 = loop {
            let mut line = String::new();
            assert!(
                output.read_line(&mut line).unwrap() > 0,
                "chromedriver has ended"
            );
            let port = line.split_once("successfully on port ");
            if let Some((_, port)) = port {
                break port.trim().trim_end_matches('.').parse().unwrap();
            }
        };
        // It must not wait for somebody to read.
        std::thread::spawn(move || std::io::copy(&mut output, &mut std::io::sink()));
        let base = format!("http://127.0.0.1:{port}/session");
        let arguments = [
            "--headless",
            "--no-sandbox",
            "--disable-gpu",
            "--disable-quic",
            "--no-first-run",
            "--disable-background-networking",
            "--disable-component-update",
            "--disable-sync",
            "--lang=en-US",
        ];
        let mut arguments: Vec<String> = arguments.map(str::to_owned).into();
        arguments.push(format!(
            "--user-data-dir={}",
            folder.join("profile").display()
        ));
        let wanted = json!({"capabilities": {"alwaysMatch": {
            "browserName": "chrome",
            "goog:chromeOptions": {"args": arguments},
            "goog:loggingPrefs": {"browser": "ALL"},
        }}});
        let session = post(&base, &wanted);
        let id = session["sessionId"].as_str().unwrap();
        Browser {
            driver,
            session: format!("{base}/{id}"),
        }
    }

    fn call(&self, path: &str, body: Value) -> Value {
        post(&format!("{}/{path}", self.session), &body)
    }

    fn devtools(&self, command: &str, parameters: Value) -> Value {
        self.call(
            "goog/cdp/execute",
            json!({"cmd": command, "params": parameters}),
        )
    }

    /// Sets the size of the window's inside and the colours that the reader prefers.
    pub fn emulate(&self, width: u32, height: u32, dark: bool) {
        let size = json!({"width": width, "height": height, "deviceScaleFactor": 1, "mobile": width < 500});
        self.devtools("Emulation.setDeviceMetricsOverride", size);
        let scheme = if dark { "dark" } else { "light" };
        let media = json!({"features": [
            {"name": "prefers-color-scheme", "value": scheme},
            {"name": "prefers-reduced-motion", "value": "reduce"},
        ]});
        self.devtools("Emulation.setEmulatedMedia", media);
    }

    pub fn open(&self, url: &str) {
        self.call("url", json!({"url": url}));
    }

    /// Runs a script in the page.
    pub fn run(&self, script: &str) -> Value {
        self.call("execute/sync", json!({"script": script, "args": []}))
    }

    pub fn text(&self, selector: &str) -> String {
        let text = self.run(&format!(
            "return document.querySelector({}).textContent",
            json!(selector)
        ));
        text.as_str().unwrap().to_owned()
    }

    pub fn title(&self) -> String {
        self.run("return document.title")
            .as_str()
            .unwrap()
            .to_owned()
    }

    fn element(&self, selector: &str) -> String {
        let found = self.call(
            "element",
            json!({"using": "css selector", "value": selector}),
        );
        found[ELEMENT].as_str().unwrap().to_owned()
    }

    pub fn click(&self, selector: &str) {
        let element = self.element(selector);
        self.call(&format!("element/{element}/click"), json!({}));
    }

    /// Presses keys; those that are no characters have code points of WebDriver's.
    pub fn press(&self, keys: &str) {
        let mut actions = Vec::new();
        for key in keys.chars().map(String::from) {
            actions.push(json!({"type": "keyDown", "value": key}));
            actions.push(json!({"type": "keyUp", "value": key}));
        }
        self.call(
            "actions",
            json!({"actions": [{"type": "key", "id": "keys", "actions": actions}]}),
        );
    }

    fn touch(&self, selector: &str, from: f64, to: f64) {
        let script = format!(
            "const e = document.querySelector({}); e.scrollIntoView({{block: 'center'}}); \
             const b = e.getBoundingClientRect(); return [b.left, b.width, b.top + b.height / 2]",
            json!(selector)
        );
        let place = self.run(&script);
        let [left, width, y] = [0, 1, 2].map(|i| place[i].as_f64().unwrap());
        let x = |part: f64| (left + width * part).round();
        let actions = json!([
            {"type": "pointerMove", "x": x(from), "y": y.round()},
            {"type": "pointerDown", "button": 0},
            {"type": "pointerMove", "x": x(to), "y": y.round(), "duration": 30},
            {"type": "pointerUp", "button": 0},
        ]);
        let finger = json!({"type": "pointer", "id": "finger", "parameters": {"pointerType": "touch"}, "actions": actions});
        self.call("actions", json!({"actions": [finger]}));
    }

    /// Taps an element with a finger, at this part of its width.
    pub fn tap(&self, selector: &str, at: f64) {
        self.touch(selector, at, at);
    }

    /// Moves a finger over an element, between these parts of its width.
    pub fn swipe(&self, selector: &str, from: f64, to: f64) {
        self.touch(selector, from, to);
    }

    /// Waits until a script returns true.
    pub fn wait(&self, script: &str) {
        self.wait_for(script, PATIENCE);
    }

    /// The same where a bot may have to be built before.
    pub fn wait_long(&self, script: &str) {
        self.wait_for(script, 10 * PATIENCE);
    }

    fn wait_for(&self, script: &str, patience: Duration) {
        let started = Instant::now();
        while self.run(script) != true {
            assert!(started.elapsed() < patience, "never true: {script}");
            std::thread::sleep(Duration::from_millis(10));
        }
    }

    /// Writes a picture of the whole page.
    pub fn shoot(&self, path: &Path) {
        self.picture(path, "Math.max(e.scrollHeight, innerHeight)", 1.0);
    }

    /// Writes a picture of the window at this scale.
    pub fn shoot_window(&self, path: &Path, scale: f64) {
        self.picture(path, "innerHeight", scale);
    }

    fn picture(&self, path: &Path, height: &str, scale: f64) {
        let size = self.run(&format!(
            "scrollTo(0, 0); const e = document.documentElement; return [innerWidth, {height}]"
        ));
        let clip = json!({"x": 0, "y": 0, "width": size[0], "height": size[1], "scale": scale});
        let picture = self.devtools(
            "Page.captureScreenshot",
            json!({"format": "png", "captureBeyondViewport": true, "clip": clip}),
        );
        let bytes = BASE64_STANDARD
            .decode(picture["data"].as_str().unwrap())
            .unwrap();
        fs::write(path, bytes).unwrap();
    }

    /// The messages of the console since the last call, warnings included.
    pub fn complaints(&self) -> Vec<String> {
        let lines = self.call("se/log", json!({"type": "browser"}));
        let lines = lines.as_array().unwrap().iter();
        lines.map(|line| line["message"].to_string()).collect()
    }
}

impl Drop for Browser {
    fn drop(&mut self) {
        // Closes the browser too, which a killed driver would leave behind.
        let _ = ureq::delete(&self.session).call();
        let _ = self.driver.kill();
        let _ = self.driver.wait();
    }
}

fn post(url: &str, body: &Value) -> Value {
    let agent = ureq::Agent::config_builder()
        .http_status_as_error(false)
        .build()
        .new_agent();
    let answer = agent
        .post(url)
        .header("content-type", "application/json; charset=utf-8")
        .send(body.to_string());
    let text = answer
        .unwrap()
        .body_mut()
        .with_config()
        .limit(1 << 28)
        .read_to_string()
        .unwrap();
    let mut answer: Value = serde_json::from_str(&text).unwrap();
    let value = answer["value"].take();
    assert!(value.get("error").is_none(), "{url}: {body}: {value}");
    value
}
