import { APPROVAL_NAMESPACE, type TreeCandidate } from '@countersign/contracts'
import type { Say } from '../../../text/i18n.ts'
import { conditionWords } from '../conditions/condition-words.ts'
import { readCondition } from '../conditions/read-condition.ts'
import { candidateWords } from '../rules/candidate-words.ts'
import type { Part, ReadProcess } from './read-process.ts'
import { ruleWords } from './rule-words.ts'
import type { Fact, Saying } from './saying.ts'
import { actionWords, fieldWords, timeWords } from './time-words.ts'

type Words = Say<'designer'>

/** What a part is called: by its name, else by what it is. */
export const partName = ({ name, type }: Part, t: Words): string =>
  name === '' ? typeWords(type, t) : name

function typeWords(type: string, t: Words): string {
  const known = `${type.slice(0, 1).toUpperCase()}${type.slice(1)}`
  return t(`bpmn.type.${known as 'UserTask'}`, { defaultValue: known })
}

/** Everything that a part says, in the words of the forms; what has none, as it is written. */
export function factsOf(part: Part, { parts }: ReadProcess, saying: Saying): readonly Fact[] {
  const { t } = saying
  const { people, rules, times, others } = sortedExtensions(part.element)
  const named = { label: t('field.name'), said: part.name }
  const kind = { label: t('compare.kind'), said: typeWords(part.type, t) }
  return [
    named,
    kind,
    {
      label: t('candidates.title'),
      said: people.map((one) => candidateWords(one, saying)).join(', '),
    },
    ...rules.flatMap((element) => ruleWords(element, saying)),
    { label: t('compare.times'), said: timesOf(times, saying).join('; ') },
    {
      label: t('compare.rest'),
      said: [...others, ...eventsOf(part.element)].map(written).join('; '),
    },
    { label: t('compare.ways'), said: waysOf(part, parts, saying) },
  ].filter(({ said }) => said !== '')
}

const timeNames = ['due', 'remind', 'escalate', 'timeout', 'actions', 'fields']
const ruleNames = ['decision', 'policy', 'return', 'comment', 'change', 'decisionTable']

function sortedExtensions(element: Element) {
  const own = childrenNamed(element, 'extensionElements').flatMap(({ children }) => [...children])
  const isOurs = ({ namespaceURI }: Element) => namespaceURI === APPROVAL_NAMESPACE
  const among = (names: readonly string[]) =>
    own.filter((one) => isOurs(one) && names.includes(one.localName))
  const known = ['candidates', 'imported', ...timeNames, ...ruleNames]
  return {
    people: among(['candidates']).flatMap(peopleOf),
    rules: among(ruleNames),
    times: among(timeNames),
    others: own.filter((one) => !isOurs(one) || !known.includes(one.localName)),
  }
}

const childrenNamed = ({ children }: Element, local: string): readonly Element[] =>
  [...children].filter(({ localName }) => localName === local)

const peopleOf = (holder: Element): readonly TreeCandidate[] =>
  childrenNamed(holder, 'candidate').map(
    (candidate) => attributesOf(candidate) as unknown as TreeCandidate,
  )

const attributesOf = ({ attributes }: Element): Readonly<Record<string, string>> =>
  Object.fromEntries([...attributes].map(({ name, value }) => [name, value]))

function timesOf(elements: readonly Element[], { t }: Saying): readonly string[] {
  return elements.flatMap((element) => {
    const said = attributesOf(element)
    switch (element.localName) {
      case 'actions':
        return actionWords({ forbid: (said['forbid'] ?? '').split(/[\s,]+/).filter(Boolean) }, t)
      case 'fields':
        return fieldWords({ fields: childrenNamed(element, 'field').map(attributesOf) as never }, t)
      case 'remind':
        return timeWords({ remind: { ...said, times: Number(said['times'] ?? 1) } }, t)
      case 'escalate':
        return timeWords({ escalate: { ...said, candidates: peopleOf(element) } }, t)
      default:
        return timeWords({ [element.localName]: said }, t)
    }
  })
}

/** What an event waits for, and what a loop goes through. */
const eventsOf = ({ children }: Element): readonly Element[] =>
  [...children].filter(({ localName }) => /EventDefinition$|Characteristics$/.test(localName))

/** For what has no words: its name, its attributes and its text. */
function written(element: Element): string {
  const attributes = [...element.attributes]
    .filter(({ name }) => name !== 'id' && !name.startsWith('xmlns'))
    .map(({ name, value }) => `${name}=${value}`)
  const within = [...element.children].map(written)
  const text = element.children.length === 0 ? element.textContent.trim() : ''
  return [element.localName, ...attributes, ...within, text].filter(Boolean).join(' ')
}

function waysOf({ ways }: Part, parts: ReadProcess['parts'], saying: Saying): string {
  const { t } = saying
  return ways
    .map(({ name, when, to }) => {
      const ends = to.map((id) => {
        const part = parts.get(id)
        return part === undefined ? id : partName(part, t)
      })
      const asked = [name, when === undefined ? '' : whenWords(when, saying)].filter(Boolean)
      const end = ends.join(', ')
      return asked.length === 0 ? end : t('compare.way', { asked: asked.join(': '), end })
    })
    .join('; ')
}

function whenWords(when: string, { t, fields, nameOf }: Saying): string {
  const reading = readCondition(when, fields)
  return reading.kind === 'form' ? conditionWords(reading.condition, fields, { t, nameOf }) : when
}
