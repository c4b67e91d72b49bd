import { MAX_XML_BYTES } from '../xml/xml.ts'
import { applyEdits, doMeet } from './edit.ts'
import type { Mendable } from './plan.ts'
import type { PlannedRepair, Repair } from './repair.ts'

/** What is wrong with a document, each with what can be done about it. */
export interface Looked {
  readonly problems: readonly Mendable[]
  readonly warnings: readonly Mendable[]
}

export interface Repaired<L extends Looked> {
  readonly bpmnXml: string
  readonly applied: readonly Repair[]
  /** Of those that were named: what is not offered, as it is done already or never was. */
  readonly skipped: readonly string[]
  readonly looked: L
}

/** Mending one thing shows the next: a process that is read at last has problems of its own. */
const mostRounds = 12

/**
 * Applies the repairs that are named, or all safe ones, and looks again until none of them is offered. What
 * they do not write stays byte for byte. Done twice it is done once: what is repaired is no longer offered.
 *
 * @param look Reads a document and plans its repairs.
 */
export async function repair<L extends Looked>(
  bpmnXml: string,
  wanted: readonly string[] | 'safe',
  look: (bpmnXml: string) => Promise<L>,
): Promise<Repaired<L>> {
  const applied: PlannedRepair[] = []
  let xml = bpmnXml
  let looked = await look(xml)
  for (let round = 0; round < mostRounds; round += 1) {
    const done = new Set(applied.map(({ id }) => id))
    const isWanted = ({ id, isSafe }: Repair) =>
      !done.has(id) && (wanted === 'safe' ? isSafe : wanted.includes(id))
    const chosen = chooseTogether(
      [...looked.problems, ...looked.warnings].flatMap(({ repairs }) => repairs).filter(isWanted),
    )
    if (chosen.length === 0) break
    const edits = chosen.flatMap((one) => one.edits)
    const next = applyEdits(xml, edits)
    // It could neither be read nor be saved.
    if (Buffer.byteLength(next) > MAX_XML_BYTES) break
    xml = next
    applied.push(...chosen)
    looked = await look(xml)
  }
  const done = new Set(applied.map(({ id }) => id))
  const skipped = wanted === 'safe' ? [] : [...new Set(wanted)].filter((id) => !done.has(id))
  return { bpmnXml: xml, applied, skipped, looked }
}

/** As many as do not meet; renaming waits, since what the others write speaks of the old names. */
function chooseTogether(offered: readonly PlannedRepair[]): readonly PlannedRepair[] {
  const others = offered.filter(({ kind }) => kind !== 'rename')
  const chosen = new Map<string, PlannedRepair>()
  const touched = new Set<string>()
  for (const one of others.length > 0 ? others : offered) {
    if (chosen.has(one.id) || one.touches.some((what) => touched.has(what))) continue
    const taken = [...chosen.values()].flatMap(({ edits }) => edits)
    if (one.edits.some((edit) => taken.some((other) => doMeet(edit, other)))) continue
    chosen.set(one.id, one)
    for (const what of one.touches) touched.add(what)
  }
  return [...chosen.values()]
}
