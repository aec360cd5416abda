/* Purges and counterpurges (11.0, 11.24). */

const takeWords = (take) => (take === "any" ? "anything" : take === "politburo" ? "a Politburo Marker" : label(take));
const promisedElsewhere = (order) =>
  others("purges", order).reduce((total, other) => total + (Number(other.markers) || 0), 0);

function purgeWrong(order) {
  const { purge } = POLITICS;
  if (!purge) return "A Purge was held already.";
  const alone = order.committee.length === 1;
  if (!order.committee.includes(ME) || !order.committee.every((letter) => letter === ME || OTHERS.includes(letter)))
    return "Choose the Committee.";
  if (Number(order.markers) > OWN.politburo - promisedElsewhere(order)) return "You do not hold so many markers.";
  if (alone && (OWN.politburo < purge.needed || (order.markers !== "" && order.markers < purge.needed))) {
    return `Choose who else is of the Committee: it needs ${purge.needed} markers.`;
  }
  if (!order.participants.length) return "";
  if (!order.participants.includes(ME) || !order.participants.every((letter) => order.committee.includes(letter)))
    return "Choose who takes part.";
  if (!order.target || order.committee.includes(order.target)) return "Choose who is to be purged.";
  const fits = order.spoils.every(
    ({ to, take }) =>
      order.committee.includes(to) && (typeof take === "string" || (POLITICS.red[order.target] || []).includes(take)),
  );
  return fits ? "" : "A prize is for nobody of the Committee, or not to be had.";
}

function purgeWords(order) {
  const markers =
    order.markers === "" ? "all markers not promised elsewhere" : plural(Number(order.markers), "marker", "markers");
  if (!order.participants.length) return `Committee of ${sign(order.committee)}: consent, ${markers}`;
  return `Committee of ${sign(order.committee)}: ${sign(order.participants)} purge ${order.target || "…"}, ${markers}`;
}

function purgeData(order) {
  const consent = !order.participants.length;
  const data = { committee: order.committee };
  if (!consent) Object.assign(data, { participants: order.participants, target: order.target });
  if (order.markers !== "") data.markers = order.markers;
  if (!consent && order.spoils.length) data.spoils = order.spoils.map(({ to, take }) => ({ to, take: name(take) }));
  return data;
}

function purgeForm(order, key) {
  const most = Math.max(OWN.politburo - promisedElsewhere(order), 0);
  const counts = Array.from({ length: most + 1 }, (_, n) => [n, String(n)]);
  const form = [
    checks("The Committee", `${key}/committee`, playerOptions([ME, ...OTHERS].sort()), order.committee, (next) => {
      order.committee = next.includes(ME) ? next.sort() : [ME, ...next].sort();
      order.participants = order.participants.filter((letter) => order.committee.includes(letter));
    }),
    select(
      "Your markers for it",
      `${key}/markers`,
      [["", "all not promised elsewhere"], ...counts],
      order.markers,
      (n) => {
        order.markers = n;
      },
    ),
  ];
  if (!order.participants.length) return form;
  const victims = [...OTHERS].filter((letter) => !order.committee.includes(letter));
  const members = playerOptions(order.committee);
  const takes = [
    ["any", "anything"],
    ["politburo", "a Politburo Marker"],
    ...((POLITICS.red || {})[order.target] || []).map((id) => [id, targetWords(id)]),
  ];
  const rows = order.spoils.map((spoil, index) =>
    h(
      "li",
      null,
      h("span", { class: "say" }, `${index + 1}. ${spoil.to}: ${takeWords(spoil.take)}`),
      button(
        "Take out",
        `${key}/spoils/${index}/out`,
        () => {
          order.spoils.splice(index, 1);
        },
        { class: "small", "aria-label": `Take out: ${spoil.to}, ${takeWords(spoil.take)}` },
      ),
    ),
  );
  return [
    ...form,
    ordered("Who takes part, in this order", `${key}/participants`, members, order.participants, (next) => {
      order.participants = next.includes(ME) ? next : [...next, ME];
    }),
    select(
      "Who is purged",
      `${key}/target`,
      [["", "choose …"], ...playerOptions(victims)],
      order.target,
      (letter) => {
        order.target = letter;
        order.spoils = [];
      },
    ),
    purgeOdds(order),
    fieldset(
      "Spoils (none listed: shared equally; all participants must list the same)",
      rows.length ? h("ol", { class: "desk-list" }, rows) : null,
      select("For", `${key}/spoils/to`, members, ui.spoil || ME, (letter) => {
        ui.spoil = letter;
      }),
      select("Add a prize", `${key}/spoils/add`, [["", "choose …"], ...takes], "", (take) => {
        if (take !== "") order.spoils.push({ to: order.committee.includes(ui.spoil) ? ui.spoil : ME, take });
      }),
    ),
  ];
}

/** 11.4: the chances of the Purge with the player's own markers, and with more of the others'. */
function purgeOdds(order) {
  const { leadership, columns } = POLITICS.purge;
  const own = order.markers === "" ? Math.max(OWN.politburo - promisedElsewhere(order), 0) : order.markers;
  const base = order.participants.reduce((total, letter) => total + leadership[letter], 0) + own;
  if (base < 1) return note("The strength is below 1, so there is no Purge.");
  const at = columns.filter(([least]) => base >= least).length - 1;
  return h(
    "div",
    { class: "desk-odds" },
    h(
      "p",
      null,
      `Strength ${base}: Red Leadership of those who take part, and your markers. The others’ markers come on top.`,
    ),
    h(
      "ul",
      null,
      columns
        .slice(at)
        .map(([, name, results], index) =>
          h("li", null, `${index ? "Strength" : "As it is, strength"} ${name}: ${points(results)}`),
        ),
    ),
  );
}

// 11.0, 17/11.0
KINDS.purges = {
  title: "Purges",
  begin: () =>
    POLITICS.purge
      ? [
          button("Take part in a Purge", "purges/new", () =>
            add("purges", { committee: [ME], participants: [ME], target: "", markers: "", spoils: [] }),
          ),
          button("Consent only", "purges/consent", () =>
            add("purges", { committee: [ME], participants: [], target: "", markers: 0, spoils: [] }),
          ),
        ]
      : [note("A Purge was held in this Game-Turn, so there is none now.")],
  wrong: (order) => purgeWrong(order),
  say: (order) => purgeWords(order),
  data: (order) => purgeData(order),
  form: (order, key) => purgeForm(order, key),
};

// 11.24
KINDS.counterpurge = {
  title: "Counterpurges, if you are purged",
  begin: () => [
    button("New counterpurge", "counterpurge/new", () =>
      add("counterpurge", { if_purged_by: [], against: [], take: [], rounds: "" }),
    ),
  ],
  wrong: (order) =>
    [...order.if_purged_by, ...order.against].every((letter) => OTHERS.includes(letter))
      ? ""
      : "A player named has left.",
  say: (order) =>
    `If purged by ${order.if_purged_by.length ? `nobody but ${sign(order.if_purged_by)}` : "anybody"}: against ${order.against.length ? sign(order.against) : "the first of them"}, take ${order.take.map(takeWords).join(", ") || "anything"}`,
  data: (order) =>
    written({
      if_purged_by: order.if_purged_by,
      against: order.against,
      take: names(order.take),
      rounds: order.rounds,
    }),
  form(order, key) {
    const reds = OTHERS.flatMap((letter) => (POLITICS.red || {})[letter] || []);
    const takes = [
      ["any", "anything"],
      ["politburo", "a Politburo Marker"],
      ...reds.map((id) => [id, targetWords(id)]),
    ];
    return [
      checks(
        "Only if all who purge are among these (none ticked: whoever they are)",
        `${key}/by`,
        playerOptions(OTHERS),
        order.if_purged_by,
        (next) => {
          order.if_purged_by = next;
        },
      ),
      ordered("Against, in order of preference", `${key}/against`, playerOptions(OTHERS), order.against, (next) => {
        order.against = next;
      }),
      ordered("Take, in this order", `${key}/take`, takes, order.take, (next) => {
        order.take = next;
      }),
      select(
        "Answers",
        `${key}/rounds`,
        [["", "every time"], ...[1, 2, 3, 4, 5].map((n) => [n, plural(n, "time", "times")])],
        order.rounds,
        (n) => {
          order.rounds = n;
        },
      ),
    ];
  },
};
