window.deskKeys ??= (() => {
  const find = (selector) => document.querySelector(selector);
  const typing = (field) => field.matches?.("input, textarea, [contenteditable]");
  const note = (field) => field.closest?.(".st-key-comment");
  const editor = (field) => field.closest?.(".st-key-editor");
  const awaitsItsBar = () => find(".st-key-editor") && !find(".st-key-editor_hands");
  const stop = (press) => { press.preventDefault(); press.stopImmediatePropagation(); };
  const decisions = ["keep", "fix", "drop", "reject_now", "skip", "second", "take_1", "take_2", "undo", "take_back",
    "save", "save_change", "answer_now", "accept", "edit", "reject", "say_allow", "say_revise", "say_reject"]
    .map((name) => `.st-key-${name} button`).join();

  // Nobody judges an item before it has been on the screen for a moment: a press that comes earlier
  // was meant for the one before, and the moment begins anew.
  const desk = { item: null };
  let state = "", since = 0, moment = 0;
  desk.shown = (shown, ms) => {
    if (String(shown) !== state) {  // drawing the same again changes nothing
      since = performance.now();
      choosing = false;
      acts += 1;
      begin(null);
    }
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

  // What is pressed before its button has come waits for it, however long the server takes.
  const when = (there, isMeant, act = (button) => button.click()) => {
    const look = () => {
      const button = there();
      if (button) act(button); else if (isMeant()) requestAnimationFrame(look);
    };
    look();
  };
  let acts = 0;  // presses and changes of the item
  const untilAnotherAct = () => { const begun = acts; return () => acts === begun; };

  // Reject shows its reasons in the bar first, in the browser alone; the second press stores it.
  const begin = (act) => {
    const bar = find(".st-key-desk_bar");  // the bar alone is restyled, so that a key is not held up
    if (act && bar) bar.dataset.deskAct = act; else delete bar?.dataset.deskAct;
  };
  const rejecting = () => find('.st-key-desk_bar[data-desk-act="drop"] .st-key-reject_now');
  // While the bar is still being drawn, a rejection would be stored without its reasons.
  const reject = () => when(() => find(".st-key-reject_now"), untilAnotherAct(), () => begin("drop"));

  // What Enter and Ctrl+Enter confirm: what was begun last, so a rejection first. While a bar is drawn,
  // buttons of the one before it still stand beside the new ones. Cancel where it is asked about.
  const confirms = () => rejecting()?.querySelector("button") ?? find(".st-key-contradiction_back button")
    ?? find(".st-key-save_change button") ?? find(".st-key-answer_now button");
  // A letter or a selection is on its way to the server: Enter waits for the bar that says what it changes,
  // until another press or another item.
  let choosing = false;
  const save = () => {
    const isLast = untilAnotherAct();
    const enabled = () => { const button = confirms(); return button?.disabled ? null : button; };
    when(enabled, () => choosing && isLast());
  };
  desk.chosen = () => { choosing = true; };

  addEventListener("click", (press) => {
    if (press.isTrusted) acts += 1;
    const more = press.target.closest?.(".desk-more");
    if (more) find(".st-key-desk_bar").toggleAttribute("data-desk-more");
    if (press.target.closest?.(".desk-back")) return begin(null);
    if (press.target.closest?.(decisions) && early()) return stop(press);
    if (press.target.closest?.(".st-key-drop button") && find(".st-key-acts")) {
      stop(press);
      reject();
    }
  }, true);

  // The note comes after the question: N waits for it.
  let awaitsNote = 0;
  const write = () => {
    const until = performance.now() + 2000;
    const look = () => {
      const field = find(".st-key-comment input");
      awaitsNote = field || !find(".st-key-acts") || performance.now() > until ? 0 : until;
      if (field) field.focus(); else if (awaitsNote) requestAnimationFrame(look);
    };
    look();
  };

  // A key that is held acts once, also when what it did has put the cursor into a field.
  let held = null;
  addEventListener("keyup", () => { held = null; }, true);

  // The digits choose reasons or a cause at once, in the browser; N goes to the note. Enter and Escape leave
  // it, Escape closes the editor; where an input method is composing, both are its own. Streamlit's
  // own shortcuts do the rest.
  addEventListener("keydown", (press) => {
    const bar = find(".st-key-reasons, .st-key-causes, .st-key-copy_bar") ?? find(".st-key-desk_bar");
    if (!bar) return;
    const key = press.key.toLowerCase();
    const command = press.ctrlKey || press.metaKey;
    const editing = find(".st-key-editor") && !awaitsItsBar();
    if (press.isComposing) return press.stopImmediatePropagation();
    if (!press.repeat && !["shift", "control", "meta", "alt"].includes(key)) acts += 1;
    if (press.repeat && key === held) return stop(press);
    if (command && key === "enter") return saves(press, editing);
    if (typing(press.target)) return leaves(press, key);
    if (!press.repeat) held = "aexsfqwugjkn123456789".includes(key) || key === "enter" ? key : null;
    if (command || press.altKey) return;
    if (awaitsNote > performance.now()) return stop(press);  // meant for the note, and no decision
    if (press.shiftKey && /^[a-z]$/.test(key) && !editing && find(".desk-option[data-letter]")) {
      stop(press);
      if (!early()) window.deskChoices?.letter(key);
      return;
    }
    if (key === "enter" || key === "escape") return ends(press, key);
    if (editing || rejecting()) press.stopImmediatePropagation();
    const deciding = "aexsfqwu".includes(key) || (bar.matches(".st-key-copy_bar") && "123".includes(key));
    if (deciding && !editing && early()) return stop(press);
    if (/^[1-9]$/.test(key) && (editing || rejecting() || bar.matches(".st-key-causes"))) {
      bar.querySelectorAll("button")[key - 1]?.click();
    } else if (key === "n") {
      press.preventDefault();
      write();
    } else if (key === "x" && !editing && !rejecting() && find(".st-key-acts")) {
      stop(press);
      reject();
    }
  }, true);

  // Ctrl+Enter saves wherever the focus is, and never presses a pill: what is typed is handed over first.
  const saves = (press, editing) => {
    const saveEdit = () => find('.st-key-editor_hands [class*="_save"] button');
    const waits = awaitsItsBar();
    if (press.repeat || (!editing && !waits && early())) return stop(press);
    const button = saveEdit() ?? confirms() ?? find(".st-key-save button");
    if (!button && !waits) return;
    stop(press);
    if (typing(press.target)) press.target.blur();
    if (waits) when(saveEdit, awaitsItsBar);
    else setTimeout(() => button.click());
  };

  const leaves = (press, key) => {
    if (note(press.target) && (key === "enter" || key === "escape")) {
      press.target.blur();
    } else if (editor(press.target) && key === "escape") {
      press.target.blur();
      close();
    }
  };

  // The editor stands before its bar does: the press waits for it, else it would be lost.
  const close = () => when(() => find('.st-key-editor_hands [class*="_close"] button'), awaitsItsBar);

  // Outside of fields: Enter confirms what was begun, Escape takes it back.
  const ends = (press, key) => {
    const own = press.target.closest?.(".st-key-desk_bar button, a") && !press.target.closest(".st-key-reasons");
    if (key === "escape") {
      const back = find(".st-key-help_overlay") ? find(".st-key-keys button")
        : find(".st-key-contradiction_back button") ?? find(".st-key-discard_change button");
      if (rejecting() || back) stop(press);
      if (rejecting()) begin(null); else back?.click();
    } else if (!own && (confirms() || choosing)) {
      stop(press);
      if (!press.repeat && !early()) save();
    }
  };

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
