"use strict";
// Everything that a run says is set as text, never as markup; data come as scripts (see site.py).
const DREAMBENCH = (() => {
  let sides = [], versus = null;
  const shards = new Map();
  const $ = (id) => document.getElementById(id);

  // --- text ---------------------------------------------------------------------------------
  // Characters that nobody sees, or that turn the direction of what follows, are shown as codes.
  const ODD = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u00ad\u061c\u115f\u1160\u180e\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufe00-\ufe0f\ufeff\ufff9-\ufffb]|[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]|\udb40[\udc00-\udfff]/g;
  const code = (mark) => "⟨" + mark.codePointAt(0).toString(16).toUpperCase().padStart(4, "0") + "⟩";
  const plain = (text) => String(text).replace(ODD, code);

  function words(text) {
    const out = document.createDocumentFragment();
    let last = 0;
    for (const found of text.matchAll(ODD)) {
      out.append(text.slice(last, found.index), el("span", { class: "odd", title: "a character that is not shown" }, code(found[0])));
      last = found.index + found[0].length;
    }
    out.append(text.slice(last));
    return out;
  }

  function el(tag, attributes, ...children) {
    const made = document.createElement(tag);
    for (const [name, value] of Object.entries(attributes || {}))
      if (value !== null && value !== undefined && value !== false) made.setAttribute(name, value === true ? "" : value);
    for (const child of children.flat(9))
      if (child !== null && child !== undefined && child !== false)
        made.append(child instanceof Node ? child : words(String(child)));
    return made;
  }
  const bdi = (text) => el("bdi", {}, text);
  const count = (n, noun) => n.toLocaleString("en") + " " + noun + (n === 1 ? "" : "s");

  // --- outcomes -----------------------------------------------------------------------------
  const WORDS = { p: "passed", f: "failed", i: "excluded: infra failed", r: "excluded: referee failed", "-": "not run",
                  b: "only the first passed", c: "only the second passed", P: "both passed", F: "both failed" };
  const said = (state) => versus && state === "-" ? "no pair" : WORDS[state];
  const look = (state) => "irx-".includes(state) ? "x" : state;
  const counted = (state) => !"ir-".includes(state);
  const side = (row, which) => row.sides ? row.sides[which] : { ...row, side: 0 };

  // A row of the matrix: its name, its agent, one letter a (trap, seed), and whose cells they are.
  function rowsOf() {
    const main = sides[0];
    if (!versus) return main.rows.map((row) => ({ ...row, name: main.labels[row.condition] || row.condition }));
    const states = sides.map((one) => new Map(one.rows.map((row) => [row.condition + "\n" + row.agent, row.states])));
    const place = sides.map((one) => new Map(one.traps.map((trap, n) => [trap.id, n])));
    return versus.rows.map((row) => {
      const found = row.sides.map((s) => (trap, seed) => {
        const at = place[s.side].get(trap), nth = sides[s.side].seeds.indexOf(seed);
        const letters = states[s.side].get(s.condition + "\n" + s.agent);
        return letters === undefined || at === undefined || nth < 0 ? "-" : letters[at * sides[s.side].seeds.length + nth];
      });
      const letters = main.traps.flatMap((trap) => main.seeds.map((seed) => pair(found[0](trap.id, seed), found[1](trap.id, seed))));
      return { name: row.name, agent: versus.kind === "runs" ? "" : row.name, condition: row.name, sides: row.sides, states: letters.join("") };
    });
  }
  function pair(one, two) {
    if (!counted(one) || !counted(two)) return "-";
    return one === two ? (one === "p" ? "P" : "F") : one === "p" ? "b" : "c";
  }

  // --- the filter ---------------------------------------------------------------------------
  const CHOICES = { "": "all", p: "passed", f: "failed", x: "excluded" };
  const PAIRS = { "": "all", d: "they differ", b: "only the first passed", c: "only the second passed", P: "both passed", F: "both failed", x: "no pair" };
  const lower = (text) => text.toLowerCase().split(/[\s,]+/).filter(Boolean);

  function filters() {
    const form = $("filters"), value = (name) => form.elements[name].value;
    return { trap: lower(value("trap")), condition: lower(value("condition")), agent: value("agent"),
             construct: value("construct"), outcome: value("outcome"), seed: value("seed") };
  }
  function matches(state, outcome) {
    if (!outcome) return true;
    return outcome === "d" ? "bc".includes(state) : look(state) === outcome;
  }
  function fill(name, choices) {
    $("filters").elements[name].replaceChildren(...choices.map(([value, text]) => el("option", { value }, text)));
  }
  function setUp(rows) {
    const main = sides[0], agents = [...new Set(rows.map((row) => row.agent))];
    fill("agent", [["", agents.length > 1 ? "all " + agents.length : agents[0]], ...(agents.length > 1 ? agents.map((a) => [a, a]) : [])]);
    fill("construct", [["", "all"], ["needs", main.blocks.needs], ["hurts", main.blocks.hurts],
      ...[...new Set(main.traps.map((t) => t.construct))].map((c) => [c, c + " " + (main.constructs[c] || "")])]);
    fill("outcome", Object.entries(versus ? PAIRS : CHOICES));
    fill("seed", [["", "all"], ...main.seeds.map((s) => [String(s), String(s)])]);
    if (!versus && agents.length > 1) $("filters").elements.agent.selectedIndex = 1;
    if (versus) $("filters").elements[versus.kind === "runs" ? "agent" : "condition"].closest("label").hidden = true;
  }

  // --- the matrix ---------------------------------------------------------------------------
  let all = [], grid = [], here = null;

  function draw() {
    const f = filters(), main = sides[0], total = main.seeds.length;
    const seeds = main.seeds.map((s, n) => [s, n]).filter(([s]) => !f.seed || String(s) === f.seed);
    let traps = main.traps.map((trap, n) => ({ ...trap, n })).filter((trap) =>
      (!f.construct || f.construct === trap.construct || f.construct === trap.block) &&
      (!f.trap.length || f.trap.some((part) => trap.id.toLowerCase().includes(part))));
    const exact = new Set(all.map((row) => row.name.toLowerCase()));
    const wanted = (name) => f.condition.some((part) => exact.has(part) ? name === part : name.includes(part));
    let rows = all.filter((row) => (!f.agent || row.agent === f.agent) && (!f.condition.length || wanted(row.name.toLowerCase())));
    if (f.outcome) {
      const hit = (row, trap) => seeds.some(([, n]) => matches(row.states[trap.n * total + n], f.outcome));
      traps = traps.filter((trap) => rows.some((row) => hit(row, trap)));
      rows = rows.filter((row) => traps.some((trap) => hit(row, trap)));
    }
    const box = $("matrix"), top = box.scrollTop, left = box.scrollLeft;
    grid = []; here = null;
    $("readout").replaceChildren();
    const empty = !rows.length || !traps.length || !seeds.length;
    box.replaceChildren(empty ? el("p", { class: "empty" }, "No cell is left: clear a filter.") : table(rows, traps, seeds, f.outcome));
    box.classList.toggle("wide", traps.length <= 24);
    box.scrollTop = top; box.scrollLeft = left;
    box.setAttribute("aria-busy", "false");
    if (!empty) stand(grid.flatMap((line) => line).find(Boolean), false);
    tell(rows, traps, seeds, f.outcome);
  }

  function table(rows, traps, seeds, outcome) {
    const main = sides[0], total = main.seeds.length;
    const blocks = Object.keys(main.blocks).map((name) => [name, traps.filter((t) => t.block === name)]).filter(([, t]) => t.length);
    const starts = new Set(traps.filter((t, n) => !n || traps[n - 1].construct !== t.construct).map((t) => t.id));
    const heads = new Map();
    const short = traps.length <= 24 ? (name, n) => n > 4 ? main.blocks[name] : { needs: "needed", hurts: "can only hurt" }[name]
                                     : (name, n) => n > 12 ? main.blocks[name] : "can only hurt";
    const one = el("tr", {}, el("th", { class: "name", rowspan: 3, scope: "col" }, versus && versus.kind === "conditions" ? "agent" : versus ? "condition · agent" : "condition"));
    const two = el("tr"), three = el("tr");
    for (const [name, some] of blocks) {
      one.append(el("th", { class: "block", colspan: some.length + 1, scope: "colgroup", title: main.blocks[name] }, short(name, some.length)));
      two.append(el("th", { class: "sumhead", rowspan: 2, scope: "col" }, versus ? "won : lost" : "passed"));
      for (const construct of new Set(some.map((t) => t.construct))) {
        const n = some.filter((t) => t.construct === construct).length;
        two.append(el("th", { class: "construct g", colspan: n, scope: "colgroup", title: main.constructs[construct] }, construct));
      }
      for (const trap of some) {
        const head = el("th", { class: "trap" + (starts.has(trap.id) ? " g" : ""), scope: "col", title: trap.id }, el("span", {}, bare(trap)));
        heads.set(trap.id, head); three.append(head);
      }
    }
    const ordered = blocks.flatMap(([, some]) => some);
    const made = el("table", { class: "grid", role: "grid", "aria-label": "Outcomes: conditions down, traps across, seeds in each square", "aria-readonly": "true" },
      el("thead", {}, one, two, three));
    let agent = null, body = null;
    const agents = new Set(rows.map((row) => row.agent));
    for (const row of rows) {
      if (row.agent !== agent || !body) {
        body = el("tbody"); made.append(body); agent = row.agent;
        if (!versus && agents.size > 1)
          body.append(el("tr", {}, el("th", { class: "agent", colspan: ordered.length + blocks.length + 1, scope: "rowgroup" }, agent)));
      }
      const head = el("th", { class: "name", scope: "row", title: plain(row.name) }, bdi(row.name));
      const line = el("tr", {}, head), marks = seeds.map(() => []);
      let col = 0;
      for (const [, some] of blocks) {
        line.append(sum(row, some, seeds, total));
        for (const trap of some) {
          const square = el("td", { class: starts.has(trap.id) ? "s g" : "s", role: "gridcell" });
          seeds.forEach(([seed, n], at) => {
            const state = row.states[trap.n * total + n];
            const shown = matches(state, outcome);
            const mark = document.createElement(shown ? "button" : "span");
            mark.className = "mark " + look(state);
            if (shown) {
              mark.type = "button"; mark.tabIndex = -1;
              mark.setAttribute("aria-label", plain(`${row.name}, ${trap.id}, seed ${seed}: ${said(state)}`));
              mark.cell = { row, trap, seed, state, head, top: heads.get(trap.id), at: [grid.length + at, col] };
            }
            square.append(mark);
            marks[at][col] = shown ? mark : null;
          });
          line.append(square); col += 1;
        }
      }
      grid.push(...marks); body.append(line);
    }
    return made;
  }
  const bare = (trap) => trap.id.startsWith(trap.construct + "-") ? trap.id.slice(trap.construct.length + 1) : trap.id;

  function sum(row, traps, seeds, total) {
    const states = traps.flatMap((trap) => seeds.map(([, n]) => row.states[trap.n * total + n])).filter(counted);
    const of = (letter) => states.filter((s) => s === letter).length;
    return versus ? el("td", { class: "sum" }, el("b", {}, of("b")), el("i", {}, " : "), el("b", {}, of("c")))
                  : el("td", { class: "sum" }, el("b", {}, of("p")), el("i", {}, "/" + states.length));
  }

  function tell(rows, traps, seeds, outcome) {
    const main = sides[0], total = main.seeds.length, parts = [];
    let cells = 0, hits = 0, none = 0;
    for (const [name, text] of Object.entries(main.blocks)) {
      const tally = {};
      for (const row of rows) for (const trap of traps) if (trap.block === name) for (const [, n] of seeds) {
        const state = row.states[trap.n * total + n];
        if (state === "-" && !versus) continue;
        tally[state] = (tally[state] || 0) + 1; cells += 1;
        hits += matches(state, outcome); none += !counted(state);
      }
      const n = (letter) => tally[letter] || 0, of = n("p") + n("f");
      if (versus ? n("b") + n("c") + n("P") + n("F") : of)
        parts.push(versus ? `${text}: ${n("b")} won, ${n("c")} lost, ${n("P") + n("F")} tied` : `${text}: ${n("p").toLocaleString("en")} of ${of.toLocaleString("en")} passed`);
    }
    const lead = `${count(cells, versus ? "pair" : "cell")} in view` + (outcome ? `, ${hits.toLocaleString("en")} marked` : "");
    $("counts").textContent = plain([lead, ...parts, ...(none ? [count(none, versus ? "square" : "cell") + (versus ? " without a pair" : " without an outcome")] : [])].join(" · "));
  }

  // --- moving about -------------------------------------------------------------------------
  function stand(mark, focus) {
    if (!mark) return;
    if (here) { here.tabIndex = -1; here.cell.head.classList.remove("lit"); here.cell.top.classList.remove("lit"); }
    here = mark; mark.tabIndex = 0;
    if (focus) { mark.focus({ preventScroll: true }); reveal(mark); }
  }
  function point(mark) {
    for (const lit of document.querySelectorAll("#matrix .lit")) lit.classList.remove("lit");
    const { row, trap, seed, state, head, top } = mark.cell;
    head.classList.add("lit"); top.classList.add("lit");
    $("readout").replaceChildren(el("strong", {}, bdi(row.name)), " · ", bdi(trap.id), ` · seed ${seed} · `, el("strong", {}, said(state)));
  }
  // The names stay in view above and at the left, so a mark must come out from under them.
  function reveal(mark) {
    const box = $("matrix"), b = box.getBoundingClientRect(), m = mark.getBoundingClientRect();
    const top = b.top + box.querySelector("thead").offsetHeight + 6, left = b.left + mark.cell.head.offsetWidth + 6;
    if (m.top < top) box.scrollTop -= top - m.top; else if (m.bottom > b.bottom - 6) box.scrollTop += m.bottom - b.bottom + 20;
    if (m.left < left) box.scrollLeft -= left - m.left; else if (m.right > b.right - 6) box.scrollLeft += m.right - b.right + 20;
    if (m.top < 0 || m.bottom > innerHeight) mark.scrollIntoView({ block: "nearest" });
  }
  function step(line, col, down, right) {
    for (let r = line + down, c = col + right; grid[r] && c >= 0 && c < grid[r].length; r += down, c += right)
      if (grid[r][c]) return grid[r][c];
    return null;
  }
  function keys(event) {
    const mark = event.target.closest("button.mark");
    if (!mark || event.altKey || event.metaKey) return;
    const [line, col] = mark.cell.at, ends = grid[line].filter(Boolean), every = grid.flat().filter(Boolean);
    const page = sides[0].seeds.length * 5;
    const to = {
      ArrowRight: () => step(line, col, 0, 1), ArrowLeft: () => step(line, col, 0, -1),
      ArrowDown: () => step(line, col, 1, 0), ArrowUp: () => step(line, col, -1, 0),
      PageDown: () => step(Math.min(line + page, grid.length) - 1, col, 1, 0) || step(grid.length, col, -1, 0),
      PageUp: () => step(Math.max(line - page, -1) + 1, col, -1, 0) || step(-1, col, 1, 0),
      Home: () => event.ctrlKey ? every[0] : ends[0],
      End: () => event.ctrlKey ? every[every.length - 1] : ends[ends.length - 1],
    }[event.key];
    if (!to) return;
    event.preventDefault();
    stand(to(), true);
  }

  // --- addresses ----------------------------------------------------------------------------
  const quoted = (text) => encodeURIComponent(text).replace(/%2F/g, "/").replace(/%3A/g, ":");
  const address = (cell) => "#cell=" + quoted(`${cell.condition}/${cell.agent}/${cell.trap}/${cell.seed}`) + (cell.side ? "&side=second" : "");
  function asked() {
    const found = /^#cell=([^&]*)(&side=second)?$/.exec(location.hash);
    if (!found) return null;
    let name = found[1];
    try { name = decodeURIComponent(name); } catch { /* an address by hand: taken as it stands */ }
    const parts = name.split("/"), [agent, trap, seed] = parts.slice(-3);
    return { name, condition: parts.slice(0, -3).join("/"), agent, trap, seed: Number(seed), side: found[2] ? 1 : 0 };
  }
  const cellOf = (mark, which) => {
    const one = side(mark.cell.row, which);
    return { condition: one.condition, agent: one.agent, trap: mark.cell.trap.id, seed: mark.cell.seed, side: one.side };
  };
  function load(place) {
    if (!shards.has(place)) shards.set(place, new Promise((done, fail) => {
      const script = el("script", { src: place });
      script.onload = () => script.body ? done(script.body) : fail(new Error(place));
      script.onerror = () => { shards.delete(place); fail(new Error(place)); };
      document.head.append(script);
    }));
    return shards.get(place);
  }

  // --- a cell's story -----------------------------------------------------------------------
  let opener = null;

  async function follow() {
    const dialog = $("story"), cell = asked();
    if (!cell) { if (dialog.open) dialog.close(); return; }
    if (!dialog.open) { opener = document.activeElement; dialog.showModal(); }
    const data = sides[cell.side], trap = data && data.traps.find((t) => t.id === cell.trap);
    const row = data && data.rows.find((r) => r.condition === cell.condition && r.agent === cell.agent);
    const nth = data ? data.seeds.indexOf(cell.seed) : -1;
    if (!trap || !row || nth < 0) {
      dialog.replaceChildren(head("No such cell", null, []), el("div", { class: "body" }, el("p", {}, "This run has no cell ", el("code", {}, cell.name), ".")));
      return start(dialog);
    }
    const state = row.states[data.traps.indexOf(trap) * data.seeds.length + nth];
    const body = el("div", { class: "body", "aria-busy": "true" });
    dialog.replaceChildren(head(`${cell.condition} / ${cell.agent} / ${cell.trap} / ${cell.seed}`, state, tabs(cell, data), data.label), body);
    start(dialog);
    body.append(el("p", {}, el("strong", {}, trap.construct + " " + (data.constructs[trap.construct] || "")), " ", trap.why));
    if (!trap.shard) {
      body.append(el("p", { class: "quiet" }, state === "-" ? "This cell has not been run."
        : "Only outcomes of this run are known here: there are no records, so no story can be told."));
      return body.removeAttribute("aria-busy");
    }
    let shard;
    try { shard = await load(trap.shard); } catch {
      body.append(el("p", {}, "The story is not here: ", el("code", {}, trap.shard), " is missing from this folder. Run 'dreambench view' again."));
      return body.removeAttribute("aria-busy");
    }
    if (!body.isConnected) return;
    const told = shard.cells[`${cell.condition}/${cell.agent}/${cell.seed}`];
    if (told && told.sessions.length) dialog.querySelector(".tabs").append(jumps(shard, told));
    body.append(...(told ? story(shard, told, cell, data) : [el("p", {}, "This cell has not been run.")]));
    body.removeAttribute("aria-busy");
  }
  function start(dialog) { const title = $("story-title"); dialog.scrollTop = 0; if (title) title.focus(); }
  function leave() { $("story").close(); }
  function closed() {
    if (asked()) { try { history.replaceState(null, "", location.pathname + location.search); } catch { location.hash = ""; } }
    $("story").replaceChildren();
    const back = opener && opener.isConnected && opener !== document.body ? opener : here;
    opener = null;
    if (back) back.focus();
  }

  function head(title, state, links, label) {
    const close = el("button", { type: "button", class: "plain close", "aria-label": "Close the story" }, "Close");
    close.addEventListener("click", leave);
    return el("div", { class: "head" },
      el("div", { class: "row" }, el("h2", { id: "story-title", tabindex: -1 }, bdi(title)), close),
      el("p", {}, state && el("span", { class: "badge " + look(state) }, mark(state) + said(state)), " ",
        label && label.includes("simulated") ? el("span", { class: "badge sim" }, "simulated reader") : label || null),
      links.length ? el("nav", { class: "tabs", "aria-label": "Cells beside this one" }, links) : null);
  }
  const mark = (state) => state === "p" ? "✓ " : state === "f" ? "✗ " : "";

  function tabs(cell, data) {
    const link = (to, text, current) => el("a", { href: address(to), "aria-current": current && "true" }, text);
    const found = [el("div", {}, el("span", {}, "seed"), data.seeds.map((seed) => link({ ...cell, seed }, seed, seed === cell.seed)))];
    if (versus) {
      const row = versus.rows.find((r) => r.sides.some((s) => s.side === cell.side && s.condition === cell.condition && s.agent === cell.agent));
      if (row) found.unshift(el("div", {}, el("span", {}, "side"), row.sides.map((s, n) =>
        link({ ...cell, ...s }, versus.names[n], s.side === cell.side && s.condition === cell.condition && s.agent === cell.agent))));
    }
    const agents = [...new Set(data.rows.filter((r) => r.condition === cell.condition).map((r) => r.agent))];
    if (agents.length > 1 && !versus) found.push(el("div", {}, el("span", {}, "agent"), agents.map((agent) => link({ ...cell, agent }, agent, agent === cell.agent))));
    return found;
  }

  // Long cells have a hundred sessions between the evidence and the scored one.
  function jumps(shard, told) {
    const names = told.sessions.map((n) => shard.sessions[n].session), last = names[names.length - 1];
    const near = names.length > 8 ? [...names.slice(0, 3), last] : names;
    const go = (text, label) => {
      const button = el("button", { type: "button", "aria-label": `Go to: ${label}` }, text);
      button.addEventListener("click", () => {
        const to = [...$("story").querySelectorAll(".session")].find((one) => one.getAttribute("aria-label") === label);
        to.scrollIntoView(); to.querySelector("h3").focus();
      });
      return button;
    };
    return el("div", {}, el("span", {}, "session"), near.map((n) => go(n === last ? `${n}, scored` : n, `Session ${n}`)), go("receipt", "Receipt"));
  }

  function story(shard, told, cell, data) {
    const text = (n) => shard.texts[n].map((i) => i < 0 ? "  " + shard.lines[-1 - i] : shard.lines[i]).join("\n");
    const sessions = told.sessions.map((n) => shard.sessions[n]);
    const expected = shard.expected[String(cell.seed)] || {};
    const notes = new Map(sessions.flatMap((s) => s.notes.map((id) => [id.replace(/'+$/, ""), shard.notes[id]])));
    const at = { shard, text, expected, notes, data, told, last: sessions.length - 1 };
    const out = [];
    if (told.party) out.push(el("p", {}, el("strong", {}, told.party + " failed: "), text(told.detail) || "no reason was recorded"));
    if (told.changed) out.push(el("p", { class: "banner" }, told.changed));
    // The scored session's first shown item is something to try leaving out.
    const tried = () => (sessions[at.last].recalls.map((n) => recall(at, shard.items[n])).find((i) => i.shown) || {}).rank;
    out.push(why(at, sessions), commands(cell, data, told, tried));
    sessions.forEach((session, n) => out.push(part(at, session, n)));
    out.push(receipt(told));
    return out.filter(Boolean);
  }

  function why(at, sessions) {
    const last = sessions[sessions.length - 1];
    if (!last) return null;
    const failed = last.checks.map((n) => at.shard.checks[n]).filter((c) => !c.passed);
    const error = last.error !== undefined ? el("li", {}, "the agent reported an error: " + at.text(last.error)) : null;
    if (!failed.length && !error) return null;
    return el("div", {}, el("h4", {}, "Why it failed"), el("ul", { class: "faults" }, error, failed.map((c) => {
      const want = at.expected[c.id];
      return el("li", {}, el("strong", {}, c.kind), " ", el("code", {}, c.id), ": ", c.reason || "no reason was recorded",
        want ? [el("br"), el("span", { class: "quiet" }, "expected: " + want.wants.join("; "))] : null);
    })));
  }

  function commands(cell, data, told, tried) {
    if (data.state === "published" || !told.sessions.length) return null;
    const quote = (word) => /^[\w.\/:~+@%,=-]+$/.test(word) ? word : "'" + word.replace(/'/g, "'\\''") + "'";
    const id = `${cell.condition}/${cell.agent}/${cell.trap}/${cell.seed}`;
    if (ODD.test(id + data.run)) { ODD.lastIndex = 0; return null; }
    ODD.lastIndex = 0;
    const tail = [data.run, id].map(quote).join(" ");
    const lines = [["What its memory held, and why", `dreambench memory show ${tail}`]];
    const first = tried(told);
    if (first && data.label.includes("simulated")) lines.push([`What if item ${first} had not been shown`, `dreambench whatif ${tail} --drop ${first}`]);
    return el("div", {}, el("h4", {}, "Go on in a terminal"), lines.map(([title, line]) => {
      const copy = el("button", { type: "button", class: "plain", "aria-label": `Copy: ${title}` }, "Copy");
      copy.addEventListener("click", () => toClipboard(line, copy));
      return el("div", { class: "command", title }, el("code", {}, line), copy);
    }));
  }
  async function toClipboard(line, button) {
    let done = true;
    try { await navigator.clipboard.writeText(line); } catch {
      const area = el("textarea", { readonly: true }); area.value = line;
      $("story").append(area); area.select();
      done = document.execCommand("copy"); area.remove(); button.focus();
    }
    button.textContent = done ? "Copied" : "Select it";
  }

  function part(at, session, n) {
    const scored = n === at.last, box = el("section", { class: "session", "aria-label": `Session ${session.session}` });
    box.append(el("h3", { tabindex: -1 }, `Session ${session.session}`, el("small", {}, (scored ? "scored, " : "warm-up, ") + (session.start === "clean" ? "starts from the clean repository" : "goes on from the work before"))));
    if (scored && at.told.life) box.append(...stored(at, at.told.life));
    const context = at.text(session.context);
    if (!session.recalls.length && !context) box.append(el("p", { class: "quiet" }, "Nothing was recalled and nothing shown" + (session.session > 1 ? "." : ": there was no earlier session.")));
    else box.append(...recalled(at, session), el("h4", {}, "Context as shown"), context ? block(context) : el("p", { class: "quiet" }, "Nothing was shown."));
    if (session.prompt !== undefined) box.append(el("h4", {}, "Prompt"), block(at.text(session.prompt).trim(), "prose"));
    box.append(el("h4", {}, "Change"), diff(at.text(session.diff)));
    if (session.control) box.append(el("p", { class: "quiet" }, "Taken out of the change, since they steer a test runner: " + session.control.join(", ")));
    if (session.fills) box.append(el("h4", {}, "What the reader filled in"), grid_(["slot", "value"], session.fills));
    const output = at.text(session.output);
    if (session.error !== undefined) box.append(el("h4", {}, "Error the agent reported"), block(at.text(session.error)));
    if (output) box.append(el("h4", {}, "Output of the agent"), block(output));
    box.append(el("h4", {}, "Checks"), checks(at, session));
    if (session.asked) box.append(el("details", {}, el("summary", {}, count(session.asked.length, "answer") + " of the memory's model"), session.asked.map((a) => block(at.text(a)))));
    box.append(el("h4", {}, "Costs"), session.usage
      ? grid_(["party", "calls", "tokens in", "tokens out"], session.usage.map((u) => [u.party, u.calls, u.input_tokens, u.output_tokens]))
      : el("p", { class: "quiet" }, "No model was asked."));
    if (session.notes.length || !scored) box.append(...events(at, session));
    if (session.faults) box.append(el("p", {}, "The memory could not keep: " + Object.entries(session.faults).map(([kind, items]) => `${items} × ${kind}`).join(", ")));
    box.append(el("details", {}, el("summary", {}, "Digests of this session"), digests([["prompt", session.digests[0]], ["repository before", session.digests[1]], ["repository after", session.digests[2]]])));
    return box;
  }

  const block = (text, kind) => el("pre", { class: kind || null, tabindex: 0, dir: "ltr" }, text);

  function diff(text) {
    if (!text) return el("p", { class: "quiet" }, "Nothing was changed.");
    const out = el("pre", { class: "diff", tabindex: 0, dir: "ltr", role: "region", "aria-label": "Change, line by line" });
    for (const line of text.replace(/\n$/, "").split("\n")) {
      const kind = /^(---|\+\+\+) /.test(line) ? "file" : line.startsWith("@@") ? "at" : line.startsWith("+") ? "add" : line.startsWith("-") ? "del" : null;
      out.append(el("span", { class: kind }, line || " "));
    }
    return out;
  }

  function grid_(names, rows, classes) {
    return el("table", {}, el("thead", {}, el("tr", {}, names.map((n) => el("th", { scope: "col" }, n)))),
      el("tbody", {}, rows.map((row, r) => el("tr", { class: classes && classes[r] }, row.map((value, c) =>
        el("td", { "data-label": names[c], class: typeof value === "number" ? "n" : null }, value))))));
  }

  function sources(at, ids) {
    const found = ids.map((id) => at.notes.get(id)).filter(Boolean);
    return [...new Set(found.map((n) => `${n.author}, ${n.date}`))].join("; ");
  }
  function brought(facts) {
    return facts.map(([fact, status, harm]) =>
      el("span", { class: "chip " + (harm ? "harm" : status === "current" ? "current" : "") }, (harm ? "× " : status === "current" ? "● " : "") + fact + " " + status));
  }
  function cut(text) {
    const flat = text.replace(/\s+/g, " ").trim();
    return flat.length <= 180 ? flat : el("details", {}, el("summary", {}, flat.slice(0, 170) + "…"), block(text));
  }

  function recall(at, [rank, shown, status, words, text, why, score, sources, facts]) {
    return { rank, shown, status, words, text: at.text(text), why: at.text(why), score, sources: at.shard.lists[sources], facts: at.shard.lists[facts] };
  }
  function recalled(at, session) {
    const items = session.recalls.map((n) => recall(at, at.shard.items[n])), shown = items.filter((i) => i.shown).length;
    const title = el("h4", {}, "What the read returned", el("small", {}, items.length ? `${shown} shown, ${items.length - shown} refused or left out` : ""));
    if (!items.length) return [title, el("p", { class: "quiet" }, "It returned nothing.")];
    const rows = items.map((i) => [
      String(i.rank), i.shown ? "shown" : "not shown", i.status, [i.why, i.score === null ? null : ` (score ${+i.score.toFixed(4)})`],
      [brought(i.facts), el("div", { class: "quiet" }, [sources(at, i.sources), count(i.words, "word")].filter(Boolean).join("; ")), cut(i.text)]]);
    return [title, textual(grid_(["rank", "fate", "status", "why", "item"], rows, items.map((i) => i.shown ? null : "out")), 4)];
  }
  function textual(table, column) {
    for (const row of table.tBodies[0].rows) row.cells[column].classList.add("text");
    return table;
  }

  function stored(at, life) {
    const items = life.items.map((n) => at.shard.items[n]), changes = life.changes.map((n) => at.shard.items[n]);
    const out = [el("h4", {}, "What the memory held", el("small", {}, "lived through again from the records"))];
    if (!life.same) out.push(el("p", { class: "banner" }, "This program recalls something else than was recorded: what follows may not be what the memory held then."));
    if (!items.length) return [...out, el("p", { class: "quiet" }, "It keeps no typed items; what it holds is what it lists.")];
    const reasons = new Map(changes.map((c) => [c[1], `${c[2]}: ${c[4]}`]));
    const rows = items.map((i) => [i.type, i.status, i.fact, reasons.get(i.id) || i.why, [el("div", { class: "quiet" }, sources(at, i.sources)), cut(at.text(i.text))]]);
    out.push(el("details", {}, el("summary", {}, `${count(items.length, "item")}, ${changes.length ? count(changes.length, "later change") : "none changed later"}`),
      textual(grid_(["type", "status", "fact", "why", "content"], rows), 4)));
    return out;
  }

  function checks(at, session) {
    const found = session.checks.map((n) => at.shard.checks[n]);
    if (!found.length) return el("p", { class: "quiet" }, "No check was made.");
    const table = grid_(["", "kind", "check", "looked at", "expected", "observed"], found.map((c) => {
      const want = at.expected[c.id];
      return [el("span", { class: "badge " + (c.passed ? "p" : "f") }, mark(c.passed ? "p" : "f") + (c.passed ? "passed" : "failed")), c.kind, el("code", {}, c.id),
        want ? el("code", {}, want.probe) : "not known here", want ? want.wants.map((w) => el("div", {}, w)) : "not known here",
        c.passed ? "as expected" : c.reason || "no reason was recorded"];
    }));
    for (const row of table.tBodies[0].rows) for (const n of [3, 4, 5]) row.cells[n].classList.add("any");
    return table;
  }

  function events(at, session) {
    const notes = session.notes.map((id, n) => ({ ...at.shard.notes[id], n: n + 1 }));
    const telling = notes.filter((n) => n.roles && n.roles.length), others = notes.filter((n) => !telling.includes(n));
    const row = (n) => [String(n.n), [el("div", { class: "nowrap" }, n.date), n.author, el("div", { class: "quiet" }, "about ", n.about)],
      [(n.roles || []).map((role) => { const [sign, meaning] = at.data.roles[role]; return el("span", { class: "chip " + role }, sign + " " + meaning); }), el("div", {}, at.text(n.text))]];
    const table = (some) => textual(grid_(["#", "from", "note"], some.map(row)), 2);
    const out = [el("h4", {}, "Then became known", el("small", {}, `${count(notes.length, "note")}, numbered as they arrived`))];
    if (!notes.length) return [...out, el("p", { class: "quiet" }, "Nothing.")];
    if (!telling.length) return [...out, table(notes)];
    return [...out, table(telling), others.length ? el("details", {}, el("summary", {}, count(others.length, "ordinary note")), table(others)) : null].filter(Boolean);
  }

  function digests(pairs) {
    return el("dl", { class: "digests" }, pairs.filter(([, v]) => v).map(([name, value]) => [el("dt", {}, name), el("dd", {}, value)]));
  }
  function receipt(told) {
    return el("section", { class: "session", "aria-label": "Receipt" }, el("h3", { tabindex: -1 }, "Receipt"),
      told.chain ? null : el("p", { class: "quiet" }, "The run is not sealed yet, so this cell has no receipt."),
      digests([["instance", told.instance], ["record", told.record], ["previous", told.previous], ["chain", told.chain]]));
  }

  // --- start --------------------------------------------------------------------------------
  function begin() {
    if (!sides.length) return;
    all = rowsOf(); setUp(all); draw();
    const form = $("filters"), box = $("matrix");
    let timer = 0;
    form.addEventListener("input", () => { clearTimeout(timer); timer = setTimeout(draw, 80); });
    form.addEventListener("reset", () => setTimeout(draw, 0));
    form.addEventListener("submit", (event) => event.preventDefault());
    box.addEventListener("keydown", keys);
    box.addEventListener("focusin", (event) => { const at = event.target.closest("button.mark"); if (at) { stand(at, false); point(at); } });
    box.addEventListener("mouseover", (event) => { const at = event.target.closest("button.mark"); if (at) point(at); });
    box.addEventListener("click", (event) => {
      const at = event.target.closest("button.mark");
      if (at) { stand(at, false); at.focus({ preventScroll: true }); location.hash = address(cellOf(at, 0)); }
    });
    document.addEventListener("keydown", (event) => {
      if (event.key !== "/" || event.ctrlKey || event.metaKey || $("story").open || /^(INPUT|SELECT|TEXTAREA)$/.test(event.target.tagName)) return;
      event.preventDefault(); form.elements.trap.focus(); form.elements.trap.select();
    });
    form.elements.trap.addEventListener("keydown", (event) => { if (event.key === "Enter" || event.key === "ArrowDown") { event.preventDefault(); clearTimeout(timer); draw(); stand(here, true); } });
    const dialog = $("story");
    dialog.addEventListener("close", closed);
    dialog.addEventListener("click", (event) => { if (event.target === dialog) leave(); });
    window.addEventListener("hashchange", follow);
    follow();
    document.documentElement.dataset.ready = String(Math.round(performance.now()));
  }
  document.addEventListener("DOMContentLoaded", begin);

  return {
    sides: (value) => { sides = value; },
    versus: (value) => { versus = value; },
    shard: (value) => { document.currentScript.body = value; },
  };
})();
