/* Letters to other players. */

KINDS.press = {
  title: "Letters",
  begin: () => [button("New letter", "press/new", () => add("press", { to: [], from: "", text: "" }))],
  wrong(order) {
    if (!order.text.trim()) return "Write something.";
    const from = order.from.trim();
    return from.length === 1 && /[A-H]/i.test(from) && from.toUpperCase() !== ME
      ? "You cannot sign as another player."
      : "";
  },
  say: (order) =>
    `To ${order.to.length ? sign(order.to) : "all"}${order.from ? `, signed “${order.from}”` : ""}: ${order.text.slice(0, 60)}`,
  data: (order) => ({
    to: order.to.length ? order.to : "all",
    ...(order.from.trim() ? { from: new Quoted(order.from.trim()) } : {}),
    text: new Quoted(order.text),
  }),
  form: (order, key) => [
    checks("To (none ticked: all)", `${key}/to`, playerOptions(OTHERS), order.to, (next) => {
      order.to = next;
    }),
    text(
      "Signed (empty: with your own name)",
      `${key}/from`,
      order.from,
      (from) => {
        order.from = from;
      },
      { maxlength: 80 },
    ),
    choices(
      button("Do not sign", `${key}/anonymous`, () => {
        order.from = "anonymous";
      }),
    ),
    text(
      "Text",
      `${key}/text`,
      order.text,
      (words) => {
        order.text = words;
      },
      { rows: 4, maxlength: 4000 },
    ),
  ],
};
