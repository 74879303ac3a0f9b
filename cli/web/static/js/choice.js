// What is chosen so far: options narrowed by pointing at things, and several things together.

export class Choice {
  constructor(question) {
    this.question = question;
    this.about = new Map(); // reference -> options that are about it
    this.pointed = []; // references that were pointed at, to narrow the options
    this.picked = []; // indices, where several are chosen
    for (const option of question?.options ?? [])
      for (const ref of option.about) {
        if (!this.about.has(ref)) this.about.set(ref, []);
        this.about.get(ref).push(option);
      }
  }

  get several() { return this.question?.kind === "several"; }

  /** The options that are left: those about everything that was pointed at. */
  left() {
    return (this.question?.options ?? []).filter((option) => this.pointed.every((ref) => option.about.includes(ref)));
  }

  /** Options about a thing, among those that are left. */
  optionsOf(refs) {
    const left = new Set(this.left());
    const found = [];
    for (const ref of refs)
      for (const option of this.about.get(ref) ?? []) if (left.has(option) && !found.includes(option)) found.push(option);
    return found;
  }

  isPicked(refs) { return this.picked.some((index) => this.question.options[index].about.some((ref) => refs.includes(ref))); }

  /** Points at a thing. Returns an answer if there is only one left. */
  point(refs) {
    if (this.several) return this.pointSeveral(refs);
    const known = refs.find((ref) => this.pointed.includes(ref));
    if (known) { this.pointed = this.pointed.filter((ref) => ref !== known); return null; }
    const found = this.optionsOf(refs);
    if (found.length === 0) return null;
    if (found.length === 1) return found[0].index;
    const ref = refs.find((one) => found.every((option) => option.about.includes(one))) ?? found[0].about.find((one) => refs.includes(one));
    this.pointed.push(ref);
    return null;
  }

  pointSeveral(refs) {
    const found = this.optionsOf(refs);
    const free = found.find((option) => !this.picked.includes(option.index));
    if (free && this.picked.length < this.question.most) this.picked.push(free.index);
    else this.picked = this.picked.filter((index) => !found.some((option) => option.index === index));
    return null;
  }

  /** Picks an option of the list. Returns an answer unless several are chosen. */
  pick(index) {
    if (!this.several) return index;
    if (this.picked.includes(index)) this.picked = this.picked.filter((one) => one !== index);
    else if (this.picked.length < this.question.most) this.picked.push(index);
    return null;
  }

  get ready() { return this.several && this.picked.length >= this.question.least && this.picked.length <= this.question.most; }

  clear() { this.pointed = []; this.picked = []; }
}
