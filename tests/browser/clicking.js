/* Clicks on the order desk, one after the other, within the page: what Desk in clicking.py asks for, step by step.
   Gives back what went wrong, or nothing. */
(steps) => {
  const app = document.getElementById("desk-app");
  const at = (key) => app.querySelector(`[data-key="${key}"]`);
  const all = (selector) => Array.from(document.querySelectorAll(selector));
  const texts = (nodes) => nodes.map((node) => node.innerText);
  const listed = () => texts(all(".desk-editor .desk-list .say"));

  function must(truth, words) {
    if (!truth) throw new Error(words);
  }

  function offers(key) {
    const part = key.split("/")[0];
    return all("[data-key]").map((node) => node.dataset.key).filter((one) => one.startsWith(part)).join("\n");
  }

  function press(node, words) {
    must(!node.disabled, `${words} cannot be clicked`);
    node.click();
  }

  function usable(key) {
    const node = at(key);
    must(node, `the desk does not offer ${key}; it offers\n${offers(key)}`);
    must(!node.disabled && node.checkVisibility(), `${key} is there, but cannot be used`);
    node.focus();
    return node;
  }

  const begins = (text, words) => text === words || text.startsWith(`${words} `) || text.startsWith(`${words},`);

  const desk = {
    /** Click a button, or tick a box. */
    click(key) {
      must(at(key), `the desk does not offer ${key}; it offers\n${offers(key)}`);
      press(at(key), key);
    },

    /** Tick a box that is there and not ticked. */
    tick(key) {
      if (at(key) && !at(key).checked) desk.click(key);
    },

    /** Choose the option of a list that begins with these words. */
    choose(key, words) {
      const node = usable(key);
      const options = Array.from(node.options);
      const option = options.find((one) => begins(one.label.trim(), words));
      must(option, `${key} does not offer "${words}": ${options.map((one) => one.label).join("; ")}`);
      must(!option.disabled, `${key}: "${words}" cannot be chosen`);
      option.selected = true;
      for (const type of ["input", "change"]) {
        node.dispatchEvent(new Event(type, { bubbles: true, composed: true }));
      }
    },

    type(key, text) {
      const node = usable(key);
      node.value = text;
      node.dispatchEvent(new InputEvent("input", { bubbles: true, composed: true, data: text }));
      node.dispatchEvent(new Event("change", { bubbles: true }));
    },

    /** A stack of these units, top to bottom. */
    stack(key, labels) {
      const found = all("[data-key^='stacks/new/']");
      const button = found.find((node) => node.innerText.includes(labels[0]));
      must(button, `${labels} cannot be stacked: ${texts(found)}`);
      press(button, labels[0]);
      while (at(`${key}/1/out`)) desk.click(`${key}/1/out`);
      for (const label of labels) {
        if (!listed().some((text) => text.endsWith(label))) desk.choose(`${key}/add`, label);
      }
      labels.forEach((label, place) => {
        while (!listed()[place].endsWith(label)) {
          desk.click(`${key}/${listed().findIndex((text) => text.endsWith(label))}/up`);
        }
      });
    },

    /** Begin a move of the force that this unit belongs to. */
    beginMove(label) {
      const found = all("#desk-app .desk-part [data-key^='moves/new/']");
      const button = found.find((node) => node.innerText.split(/[:,] /).includes(label));
      must(button, `no force with ${label}: ${texts(found)}`);
      press(button, label);
    },

    /** Take in and leave out units until the force is this one. */
    makeUp(key, wanted) {
      const shown = () => all(".desk-editor [data-unit]").map((node) => Number(node.dataset.unit));
      for (let times = 0; times < 40; times += 1) {
        const now = shown().length ? shown() : wanted;
        if (now.join() === wanted.join()) return;
        const extra = now.filter((unit) => !wanted.includes(unit) && at(`${key}/force/${unit}/out`));
        const missing = wanted.filter((unit) => !now.includes(unit) && at(`${key}/force/${unit}/in`));
        if (extra.length) desk.click(`${key}/force/${extra.at(-1)}/out`);
        else if (missing.length) desk.click(`${key}/force/${missing[0]}/in`);
        else desk.click(`${key}/force/${wanted.find((unit, place) => now[place] !== unit)}/up`);
      }
      must(false, `the force ${wanted} cannot be made up; it is ${shown()}`);
    },

    /** The first step of a route, which may be where the force stands. */
    stepFrom(key, province) {
      if (!at(`${key}/here`).innerText.includes(`${province} (`)) desk.click(`${key}/next/${province}`);
    },

    /** Pick up a unit: from under that Leader, or whoever is over it. */
    pickUp(key, unit, leader) {
      const one = `${key}/pick/${unit}`;
      if (at(one)) return desk.click(one);
      const named = all(`[data-key^='${one}/']`);
      must(named.length, `${unit} cannot be picked up:\n${offers(key)}`);
      return desk.click(leader ? `${one}/${leader}` : named[0].dataset.key);
    },

    /** Join a stack: that of this unit, or the only one there is. */
    join(key, unit) {
      const found = all(`[data-key^='${key}/join/']`);
      must(found.length, `nothing can be joined:\n${offers(key)}`);
      desk.click(at(`${key}/join/${unit}`) ? `${key}/join/${unit}` : found[0].dataset.key);
    },

    /** An attack or a subversion, and who takes part. */
    attack(key, province, against, labels) {
      const part = key.split("/")[0];
      const found = all(`.desk-part [data-key^='${part}/new/${province}/']`);
      const button = found.find((node) => node.innerText.includes(against));
      must(button, `${against} cannot be attacked: ${texts(found)}`);
      press(button, against);
      const keys = all(`[data-key^='${key}/with/']`).map((node) => node.dataset.key);
      const escaped = labels.map((label) => label.replace(/[.*+?^${}()|[\]\\]/g, "\\$&"));
      for (const box of keys) {
        const words = at(box).parentNode.textContent;
        const wanted = escaped.some((label) => new RegExp(`(^|, )${label}(,| \\(\\d+\\)$)`).test(words));
        if (wanted !== at(box).checked) desk.click(box);
      }
    },
  };

  try {
    for (const [what, ...more] of steps) desk[what](...more);
  } catch (problem) {
    return `${problem.stack}`;
  }
  return "";
}
