// The search of the theme runs in a worker. Browsers refuse workers to pages that are opened from a disk, so there the
// script of the worker runs in a hidden frame. The theme looks for the name IFrameWorker.
class FrameWorker extends EventTarget {
  constructor(address) {
    super();
    this.frame = document.createElement("iframe");
    this.frame.hidden = true;
    document.body.append(this.frame);
    const inside = this.frame.contentWindow;
    const page = inside.document;
    const load = (source) => new Promise((done, failed) => {
      const script = page.createElement("script");
      script.onload = done;
      script.onerror = failed;
      script.src = source;
      page.body.append(script);
    });
    inside.postMessage = (data) => this.#answer(data);
    inside.importScripts = async (...sources) => {
      for (const source of sources) await load(source);
    };
    this.loaded = load(String(address));
  }

  postMessage(data) {
    const inside = this.frame.contentWindow;
    this.loaded.then(() => inside.dispatchEvent(new inside.MessageEvent("message", { data })));
  }

  terminate() {
    this.frame.remove();
  }

  #answer(data) {
    const event = new MessageEvent("message", { data });
    this.dispatchEvent(event);
    if (this.onmessage) this.onmessage(event);
  }
}

if (location.protocol === "file:") {
  window.IFrameWorker = FrameWorker;
  window.Worker = FrameWorker;
}
