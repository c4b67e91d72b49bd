// Ad-hoc sub-processes: no flow says where they begin and end, all that nothing leads to is done.
import { readExpression, readOneOf, refuseLanguage, type RuleReader } from '../xml/attributes.ts'
import type { DraftFlow, DraftNode, Drafts } from '../drafts.ts'
import { unwrap } from '../expression.ts'
import type { AdHoc, CompiledProcess, Node } from '../graph.ts'
import { isHandler } from '../events/implied-starts.ts'
import { elementOf, textOf, type ModdleElement, type Report } from '../xml/xml.ts'

export function readAdHoc(element: ModdleElement, rules: RuleReader): AdHoc {
  const written = elementOf(element, 'completionCondition')
  const text = written === undefined ? '' : unwrap(textOf(written, 'body'))
  if (written !== undefined) refuseLanguage(written, rules.id, rules.report)
  const ordering = readOneOf(rules, element, 'ordering', ['Parallel', 'Sequential'])
  return {
    sequential: ordering === 'Sequential',
    until: text === '' ? undefined : readExpression(rules, text),
    cancels: element['cancelRemainingInstances'] !== false,
  }
}

type Level = Pick<DraftNode, 'id' | 'kind'>

/** What an ad-hoc sub-process says of itself, if it is one. */
const adHocOf = (node: DraftNode | Node | undefined): AdHoc | undefined =>
  node?.kind === 'subProcess' ? node.adHoc : undefined

/** The ad-hoc sub-process that an element is in, on its own level. */
export const adHocAround = (
  { nodes }: Pick<CompiledProcess, 'nodes'>,
  { parent }: Pick<Node, 'parent'>,
): AdHoc | undefined => adHocOf(nodes.get(parent ?? ''))

/**
 * Leads from one to the next, in the order of the document, in those that are done one after the other: whatever nothing
 * leads to begins as the one before has been done, with all that its own flows lead to.
 */
export function withOrder(drafts: Drafts, report: Report): Drafts {
  const ways = drafts.nodes.flatMap((node) => {
    const adHoc = adHocOf(node)
    if (adHoc === undefined) return []
    const level = drafts.nodes.filter(({ parent }) => parent === node.id)
    checkContent(node, level, report)
    return adHoc.sequential ? orderOf(drafts, level, report) : []
  })
  return ways.length === 0 ? drafts : { ...drafts, flows: [...drafts.flows, ...ways] }
}

function checkContent({ id }: Level, level: readonly Level[], report: Report): void {
  for (const { id: drawn, kind } of level) {
    if (kind !== 'start' && kind !== 'end') continue
    const message =
      'an ad-hoc sub-process has no start and no end event: remove it, or take a sub-process'
    report(drawn, 'ad_hoc_content', message)
  }
  if (level.length > 0) return
  report(id, 'ad_hoc_content', 'nothing is done in it: put activities into it')
}

function orderOf(
  { flows }: Drafts,
  level: readonly DraftNode[],
  report: Report,
): readonly DraftFlow[] {
  const steps = level.filter((node) => node.undoes !== true && !isHandler(node))
  const border = steps.find(({ kind }) => kind === 'boundary')
  const from = (id: string) => flows.filter(({ source }) => source === id)
  const into = (id: string) => flows.filter(({ target }) => target === id)
  const parts = ({ id, completionQuantity = 1 }: DraftNode) =>
    from(id).length > 1 || into(id).length > 1 || completionQuantity > 1
  const forked = steps.find(parts) ?? border
  if (forked !== undefined) {
    const message =
      'ways part or meet in an ad-hoc sub-process of which one thing is done after the other: put them into a sub-process'
    report(forked.id, 'ad_hoc_order', message)
    return []
  }
  const lastOf = (id: string, seen: readonly string[] = []): string => {
    const next = from(id)[0]?.target
    return next === undefined || seen.includes(next) ? id : lastOf(next, [...seen, id])
  }
  const firsts = steps.filter(({ id }) => into(id).length === 0)
  return firsts.slice(1).map(({ id: target }, index) => {
    const source = lastOf(firsts[index]?.id ?? '')
    // No id of a document has a blank at its beginning.
    return { id: ` ${source} before ${target}`, name: '', source, target, condition: undefined }
  })
}
