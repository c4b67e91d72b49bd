import type { Fact, Saying } from './saying.ts'

type Words = Saying['t']

// By element and attribute: under which label it stands in the forms, and in which list its values have words.
const known: Readonly<Record<string, readonly [label: string, values?: string]>> = {
  'decision.mode': ['rules.mode', 'mode'],
  'decision.threshold': ['rules.threshold'],
  'decision.reject': ['rules.reject', 'reject'],
  'decision.rejectThreshold': ['rules.rejectThreshold'],
  'decision.onReject': ['rules.onReject', 'onReject'],
  'decision.error': ['rules.error'],
  'policy.onEmpty': ['rules.onEmpty', 'onEmpty'],
  'policy.users': ['rules.emptyUsers'],
  'policy.onInitiator': ['rules.onInitiator', 'onInitiator'],
  'policy.duplicates': ['rules.duplicates', 'duplicates'],
  'return.to': ['rules.returnTo', 'returnTo'],
  'return.resubmit': ['rules.resubmit', 'resubmit'],
  'comment.approve': ['rules.comment.approve', 'comment'],
  'comment.reject': ['rules.comment.reject', 'comment'],
  'comment.return': ['rules.comment.return', 'comment'],
  'comment.transfer': ['rules.comment.transfer', 'comment'],
  'comment.delegate': ['rules.comment.delegate', 'comment'],
  'comment.addSign': ['rules.comment.addSign', 'comment'],
  'change.open': ['rules.changeOpen', 'changeOpen'],
  'change.decided': ['rules.changeDecided', 'changeDecided'],
  'decisionTable.ref': ['bpmn.decisionTable'],
}

/** The attributes of a rule, each as the forms say it. */
export function ruleWords(element: Element, { t, nameOf }: Saying): readonly Fact[] {
  return [...element.attributes].flatMap(({ name, value }) => {
    const path = `${element.localName}.${name}`
    const words = known[path]
    if (words === undefined) return name.startsWith('xmlns') ? [] : [{ label: path, said: value }]
    const [label, values] = words
    return [{ label: say(t, label, path), said: valueWords(path, value, values, { t, nameOf }) }]
  })
}

function valueWords(
  path: string,
  value: string,
  values: string | undefined,
  { t, nameOf }: Pick<Saying, 't' | 'nameOf'>,
): string {
  if (path === 'policy.users') return value.split(/\s+/).filter(Boolean).map(nameOf).join(', ')
  return values === undefined ? value : say(t, `${values}.${value}`, value)
}

/** A text by a key that was put together; where there is none, what is written. */
const say = (t: Words, key: string, defaultValue: string): string =>
  t(key as 'rules.mode', { defaultValue })
