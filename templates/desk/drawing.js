/* Drawing. The whole desk is described anew after every change, which is cheap; of the page only what differs is touched. */

/** What an element is to be; `key` names it for the focus, `on…` is what a click or change does. */
function h(tag, attributes, ...children) {
  const parts = children.flat(3).filter((child) => child || child === 0);
  return { tag, attributes: attributes || {}, children: parts.map((one) => (typeof one === "object" ? one : String(one))) };
}

/** The node for a description. A text stands for a text, an element for itself. */
function made(one) {
  if (typeof one === "string") return document.createTextNode(one);
  if (one instanceof Element) return one;
  const node = document.createElement(one.tag);
  fit(node, one);
  return node;
}

/** Whether the node may become what is described. */
function alike(node, one) {
  if (typeof one === "string") return node.nodeType === Node.TEXT_NODE;
  const last = node.described;
  return node === one || Boolean(last && last.tag === one.tag && last.attributes.key === one.attributes.key);
}

/** Make a node what is described; an element remembers as what it was described last. */
function fit(node, one) {
  if (node === one) return;
  if (typeof one === "string") {
    if (node.data !== one) node.data = one;
    return;
  }
  const last = node.described ? node.described.attributes : {};
  fill(node, one.children);
  for (const name in last) if (!(name in one.attributes)) put(node, name, null);
  for (const name in one.attributes) {
    const value = one.attributes[name];
    if (value !== last[name] || CHANGING.has(name)) put(node, name, value);
  }
  node.described = one;
}

/** Make the children of a node what is described: those of the same kind and key are kept. */
function fill(node, wanted) {
  let next = node.firstChild;
  for (const one of wanted) {
    let found = next;
    while (found && !alike(found, one)) found = found.nextSibling;
    if (!found) {
      node.insertBefore(made(one), next);
      continue;
    }
    next = cut(next, found);
    fit(found, one);
    next = found.nextSibling;
  }
  cut(next, null);
}

/** Take out the nodes from one until before the other. */
function cut(node, end) {
  while (node !== end) {
    const after = node.nextSibling;
    node.remove();
    node = after;
  }
  return end;
}

const CHANGING = new Set(["value", "checked", "disabled", "open", "selectedIndex"]); // what the player changes, too

function put(node, name, value) {
  const none = value === undefined || value === null || value === false;
  if (name.startsWith("on")) node[name] = none ? null : value;
  else if (CHANGING.has(name)) {
    if (node[name] !== (none ? false : value)) node[name] = none ? false : value;
  } else if (none) node.removeAttribute(name);
  else node.setAttribute(name === "key" ? "data-key" : name, value);
}
