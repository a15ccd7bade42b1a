window.deskKeys ??= (() => {
  const typing = (field) => field.matches?.("input, textarea, [contenteditable]");
  const note = (field) => field.closest?.(".st-key-comment");
  const editor = (field) => field.closest?.(".st-key-editor");
  const awaitsItsBar = () =>
    document.querySelector(".st-key-editor") && !document.querySelector(".st-key-editor_hands");
  const stop = (press) => { press.preventDefault(); press.stopImmediatePropagation(); };
  const decisions = ["keep", "fix", "drop", "skip", "second", "take_1", "take_2", "undo", "take_back", "save",
    "accept", "edit", "reject", "say_allow", "say_revise", "say_reject"]
    .map((name) => `.st-key-${name} button`).join();

  // Nobody judges an item before it has been on the screen for a moment: a press that comes earlier
  // was meant for the one before, and the moment begins anew.
  const desk = { item: null };
  let state = "", since = 0, moment = 0;
  desk.shown = (shown, ms) => {
    if (String(shown) !== state) since = performance.now();  // drawing the same again changes nothing
    [state, desk.item, moment] = [String(shown), shown[0], ms];
  };
  // An editor opens before its own bar has come: what stands there still decides the item as it is.
  const early = () => {
    const now = performance.now();
    const asked = new URLSearchParams(location.search).get("item");
    if (now - since >= moment && asked === String(desk.item) && !awaitsItsBar()) return false;
    since = now;
    return true;
  };
  addEventListener("click", (press) => {
    if (press.target.closest?.(decisions) && early()) stop(press);
  }, true);

  // A key that is held acts once, also when what it did has put the cursor into a field.
  let held = null;
  addEventListener("keyup", () => { held = null; }, true);

  // The digits choose reasons or a cause at once, in the browser; N goes to the note. Enter and Escape leave
  // it, Escape closes the editor; where an input method is composing, both are its own. Streamlit's
  // own shortcuts do the rest.
  addEventListener("keydown", (press) => {
    const bar = document.querySelector(".st-key-reasons, .st-key-causes, .st-key-copy_bar");
    const choosing = bar?.matches(".st-key-reasons, .st-key-causes");
    const key = press.key.toLowerCase();
    const command = press.ctrlKey || press.metaKey;
    const editing = document.querySelector(".st-key-editor") && !awaitsItsBar();
    if (!bar) return;
    if (press.isComposing) return press.stopImmediatePropagation();
    if (press.repeat && key === held) return stop(press);
    if (command && key === "enter" && !editing) {
      if (press.repeat || early()) return stop(press);
      if (note(press.target)) setTimeout(() => press.target.blur());
      return;
    }
    if (typing(press.target)) {
      if (note(press.target) && (key === "enter" || key === "escape")) {
        press.target.blur();
      } else if (editor(press.target) && key === "escape") {
        press.target.blur();
        document.querySelector('.st-key-editor_hands [class*="_close"] button')?.click();
      }
      return;
    }
    if (!press.repeat) held = "aexsfqwugjkn123456789".includes(key) ? key : null;
    if (command || press.altKey) return;
    const deciding = "aexsfqwu".includes(key) || (!choosing && "123".includes(key));
    if (deciding && !editing && early()) return stop(press);
    if (choosing && /^[1-9]$/.test(key)) {
      bar.querySelectorAll("button")[key - 1]?.click();
    } else if (key === "n") {
      press.preventDefault();
      document.querySelector(".st-key-comment input")?.focus();
    }
  }, true);

  // What is typed is handed over a moment after the last stroke, as when the field is left, and the
  // cursor stays: a page loaded again or a lost connection takes nothing of it.
  let pause;
  const kept = (typed) => {
    const field = typed.target;
    if (typed.isComposing || !(note(field) || editor(field))) return;
    clearTimeout(pause);
    pause = setTimeout(() => {
      if (document.activeElement !== field) return;
      field.dispatchEvent(new FocusEvent("focusout", { bubbles: true }));
      field.dispatchEvent(new FocusEvent("focusin", { bubbles: true }));
    }, 600);
  };
  addEventListener("input", kept, true);
  addEventListener("compositionend", kept, true);
  return desk;
})();
