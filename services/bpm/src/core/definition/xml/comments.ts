import { COMMENT_RULES, COMMENTED_ACTIONS } from '@countersign/contracts'
import { readOneOf, type RuleReader } from './attributes.ts'
import type { CommentRule, UserTaskNode } from '../graph.ts'
import { textOf, type ModdleElement } from './xml.ts'

/** Of which actions a user task says whether they need a comment. */
export function readComment(
  reader: RuleReader,
  element: ModdleElement,
  { forbidden, returns }: Pick<UserTaskNode, 'forbidden' | 'returns'>,
): CommentRule {
  const said = COMMENTED_ACTIONS.filter((action) => textOf(element, action) !== '')
  if (said.length === 0) {
    const message = `approval:comment says nothing: give it any of ${COMMENTED_ACTIONS.join(', ')}`
    reader.report(reader.id, 'value_invalid', message)
  }
  const rules = said.flatMap((action) => {
    const rule = readOneOf(reader, element, action, COMMENT_RULES)
    if (forbidden.has(action) || (action === 'return' && returns.to === 'none')) {
      const message = `approval:comment speaks of ${action}, which is not offered here`
      reader.report(reader.id, 'value_invalid', message)
    }
    return rule === undefined ? [] : [[action, rule] as const]
  })
  return Object.fromEntries(rules)
}
