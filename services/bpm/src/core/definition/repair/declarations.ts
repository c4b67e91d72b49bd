import type { DefinitionProblem } from '../problem.ts'
import { escape, insertBefore, siblingTag } from './edit.ts'
import { toRepair, type Plan, type PlannedRepair } from './repair.ts'
import { attributeOf, childrenOf, elementWithId, MODEL, valueOf, within } from './source.ts'

/** What an event refers to, and what a declaration has to say beside its id. */
const declared: Readonly<Record<string, { readonly local: string; readonly says?: string }>> = {
  errorRef: { local: 'error', says: 'errorCode' },
  escalationRef: { local: 'escalation', says: 'escalationCode' },
  messageRef: { local: 'message', says: 'name' },
  signalRef: { local: 'signal', says: 'name' },
}

/**
 * Declares what an event refers to and the document does not have: other engines take the reference for its code or
 * its name, which says what is meant.
 */
export function planDeclaration(
  { source }: Plan,
  { element, subject }: DefinitionProblem,
): readonly PlannedRepair[] {
  const holder = elementWithId(source, element)
  const [process] = childrenOf(source.root, 'process')
  if (holder === undefined || process === undefined || subject === undefined) return []
  if (!/^[A-Za-z_][\w.-]*$/.test(subject) || source.byId.has(subject)) return []
  const [reference] = [holder, ...within(holder)].flatMap((one) =>
    one.uri === MODEL
      ? Object.keys(declared).filter((name) => attributeOf(one, name)?.value === subject)
      : [],
  )
  const { local, says } = declared[reference ?? ''] ?? {}
  if (local === undefined) return []
  const said = says === undefined ? '' : ` ${says}="${escape(subject)}"`
  const text = `<${siblingTag(source.root, local)} id="${escape(subject)}"${said}/>`
  const edits = [insertBefore(source, process, text)]
  return [
    toRepair({
      kind: 'declare',
      element,
      choice: subject,
      does: `declare the ${local} ${subject}, which is referred to`,
      values: { reference: subject, name: valueOf(holder, 'name') },
      isSafe: true,
      edits,
      // Several events may refer to it: it is declared once.
      touches: [`declare:${subject}`],
    }),
  ]
}
