/* Parts of forms: buttons, lists, fields. */

/** A button; `action` may say the key of what is to have the focus next. */
function button(text, key, action, more = {}) {
  return h("button", { type: "button", key, onclick: () => changed(action()), ...more }, text);
}

function fieldset(title, ...children) {
  return h("fieldset", null, h("legend", null, title), ...children);
}

const sentence = (words) => words.charAt(0).toUpperCase() + words.slice(1);
const note = (text) => h("p", { class: "desk-note" }, sentence(text));
const fault = (text) => h("p", { class: "desk-wrong" }, sentence(text));
const choices = (...children) => h("div", { class: "desk-choices" }, ...children);

/** A choice among options [value, text]; "" stands for none. */
function select(title, key, options, value, set) {
  const chosen = options.findIndex(([one]) => String(one) === String(value));
  const onchange = (event) => changed(set(options[event.target.selectedIndex][0]));
  const control = h(
    "select",
    { key, onchange, selectedIndex: Math.max(chosen, 0) },
    options.map(([, text]) => h("option", null, text)),
  );
  return h("label", { class: "desk-field" }, h("span", null, title), control);
}

function check(text, key, checked, set) {
  const box = h("input", { type: "checkbox", key, checked, onchange: (event) => changed(set(event.target.checked)) });
  return h("label", null, box, text);
}

function number(title, key, value, most, set) {
  const options = Array.from({ length: most + 1 }, (_, count) => [count, String(count)]);
  return select(title, key, options, value, set);
}

/** A line or box of text. It does not draw the desk anew, which would take the caret away. */
function text(title, key, value, set, more = {}) {
  const tag = more.rows ? "textarea" : "input";
  const control = h(tag, {
    key,
    value,
    oninput: (event) => typed(() => set(event.target.value)),
    ...(more.rows ? {} : { type: "text" }),
    ...more,
  });
  return h("label", { class: more.rows ? "desk-block" : "desk-field" }, h("span", null, title), control);
}

const ticked = (values, value, on) => (on ? [...values, value] : values.filter((other) => other !== value));

/** Boxes to tick: options [value, text]. */
function checks(title, key, options, values, set) {
  return fieldset(
    title,
    choices(
      options.map(([value, text]) =>
        check(text, `${key}/${value}`, values.includes(value), (on) => set(ticked(values, value, on))),
      ),
    ),
  );
}

/** A list whose order matters, with what may be added: options [value, text]. */
function ordered(title, key, options, values, set) {
  const said = new Map(options);
  const swap = (index, other) => {
    const next = [...values];
    [next[index], next[other]] = [next[other], next[index]];
    return set(next);
  };
  const rows = values.map((value, index) =>
    h(
      "li",
      null,
      h("span", { class: "say" }, `${index + 1}. ${said.get(value) || label(value)}`),
      index > 0 &&
        button("Earlier", `${key}/${index}/up`, () => swap(index, index - 1), {
          class: "small",
          "aria-label": `Earlier: ${said.get(value)}`,
        }),
      button("Take out", `${key}/${index}/out`, () => set(values.filter((_, place) => place !== index)), {
        class: "small",
        "aria-label": `Take out: ${said.get(value)}`,
      }),
    ),
  );
  const more = options.filter(([value]) => !values.includes(value));
  const add = select("Add", `${key}/add`, [["", "choose …"], ...more], "", (value) =>
    value === "" ? "" : set([...values, value]),
  );
  return fieldset(title, values.length ? h("ol", { class: "desk-list" }, rows) : null, more.length ? add : null);
}
