import { beforeAll, describe, expect, it } from 'vitest'
import { speak } from '../../../testing/page.tsx'
import { textsOf, type Say } from '../../../text/i18n.ts'
import { fieldsOf } from '../conditions/condition.ts'
import { compareProcesses } from './compare.ts'
import { idsIn } from './ids.ts'
import { readProcess } from './read-process.ts'
import { otherVersions, usualOther } from './versions.ts'

beforeAll(() => speak('en', 'designer'))

// When it is asked: files of one process share the language that another has chosen.
const t: Say<'designer'> = (...given) => textsOf('designer')(...given)
const fields = fieldsOf([{ name: 'amount', type: 'number', label: 'Amount' }], 'Initiator')
const anna = '01a226da-1824-7dd5-8360-7f4afe70d45f'
const nameOf = (id: string) => (id === anna ? 'Anna' : id)

/** A document with these elements of its process; `a>b` is a way. */
const documentOf = (...elements: readonly string[]) => {
  const written = elements.map((element, index) => {
    const [, from, to] = /^(\w+)>(\w+)$/.exec(element) ?? []
    return from === undefined
      ? element
      : `<b:sequenceFlow id="f${index}" sourceRef="${from}" targetRef="${to}"/>`
  })
  return `<b:definitions xmlns:b="http://www.omg.org/spec/BPMN/20100524/MODEL" xmlns:a="urn:countersign:bpmn:1">
    <b:process id="p" isExecutable="true">${written.join('')}</b:process></b:definitions>`
}
const step = (id: string, name: string, ...says: readonly string[]) =>
  `<b:userTask id="${id}" name="${name}"><b:extensionElements>${says.join('')}</b:extensionElements></b:userTask>`
const asked = (attributes: string) => `<a:candidates><a:candidate ${attributes}/></a:candidates>`
const manager = asked('kind="managerLine" from="1" to="1"')
const start = '<b:startEvent id="start"/>'
const end = '<b:endEvent id="end"/>'

const compare = (before: string, after: string) =>
  compareProcesses(readProcess(before), readProcess(after), { t, fields, nameOf })

describe('two versions of a process', () => {
  const first = documentOf(start, step('one', 'Manager', manager), end, 'start>one', 'one>end')

  it('are the same whatever their ways are called', () => {
    const again = documentOf('start>one', start, end, step('one', 'Manager', manager), 'one>end')
    expect(compare(first, again)).toEqual([])
  })

  it('differ by a step that came, and by where the one before it goes on', () => {
    const finance = step('two', 'Finance', asked('kind="role" ref="finance"'))
    const parts = [start, step('one', 'Manager', manager), finance, end]
    const ways = ['start>one', 'one>two', 'two>end']
    expect(compare(first, documentOf(...parts, ...ways))).toEqual([
      {
        id: 'one',
        name: 'Manager',
        how: 'changed',
        differences: [{ label: 'Goes on to', before: 'End', after: 'Finance' }],
      },
      {
        id: 'two',
        name: 'Finance',
        how: 'added',
        differences: [
          { label: 'Name', before: undefined, after: 'Finance' },
          { label: 'Kind', before: undefined, after: 'Approval step' },
          { label: 'Who is asked', before: undefined, after: 'Role finance' },
          { label: 'Goes on to', before: undefined, after: 'End' },
        ],
      },
    ])
  })

  it('say in the words of the forms who is asked, how they decide, and by when', () => {
    const says = [
      asked(`kind="user" ref="${anna}"`),
      '<a:decision mode="all" reject="any"/>',
      `<a:policy onEmpty="users" users="${anna}"/>`,
      '<a:due in="P2D" calendar="working"/>',
      '<a:actions forbid="transfer delegate"/>',
      '<a:callback name="booked"/>',
    ]
    const later = documentOf(start, step('one', 'Manager', ...says), end, 'start>one', 'one>end')
    const [change, ...others] = compare(first, later)
    expect(others).toEqual([])
    expect(change?.differences).toEqual([
      { label: 'Who is asked', before: 'Manager', after: 'Person Anna' },
      { label: 'How they decide', before: undefined, after: 'All, at once' },
      { label: 'Rejected when', before: undefined, after: 'one rejects' },
      { label: 'When nobody is found', before: undefined, after: 'Ask these people' },
      { label: 'People who are asked then', before: undefined, after: 'Anna' },
      {
        label: 'Times, values and actions',
        before: undefined,
        after: 'Due after 2 days of working time; Nobody may here: hand over, ask for an opinion',
      },
      { label: 'Also says', before: undefined, after: 'a:callback name=booked'.replace('a:', '') },
    ])
    expect(idsIn(readProcess(later))).toEqual([anna])
  })

  it('say the conditions of branches in words, past where they join again', () => {
    const branches = (least: string) =>
      documentOf(
        start,
        '<b:exclusiveGateway id="size" name="Size"/>',
        step('two', 'Finance', manager),
        '<b:exclusiveGateway id="join"/>',
        end,
        'start>size',
        `<b:sequenceFlow id="large" name="Large" sourceRef="size" targetRef="two">
          <b:conditionExpression>${least}</b:conditionExpression></b:sequenceFlow>`,
        '<b:sequenceFlow id="rest" sourceRef="size" targetRef="join"/>',
        'two>join',
        'join>end',
      )
    expect(compare(branches('amount &gt; 1000.0'), branches('amount &gt; 5000.0'))).toEqual([
      {
        id: 'size',
        name: 'Size',
        how: 'changed',
        differences: [
          {
            label: 'Goes on to',
            before: 'Finance (Large: Amount is above 1,000); End',
            after: 'Finance (Large: Amount is above 5,000); End',
          },
        ],
      },
    ])
  })

  it('differ by what is kept apart, and by what is gone', () => {
    const two = [step('one', 'Manager', manager), step('two', 'Finance', manager)]
    const ways = ['start>one', 'one>two', 'two>end']
    const apart =
      '<b:extensionElements><a:separation nodes="one two" rounds="all"/></b:extensionElements>'
    const changes = compare(documentOf(apart, start, ...two, end, ...ways), first)
    expect(changes.map(({ name, how }) => [name, how])).toEqual([
      ['Whole process', 'changed'],
      ['Manager', 'changed'],
      ['Finance', 'removed'],
    ])
    expect(changes[0]?.differences).toEqual([
      { label: 'Kept apart', before: 'Manager, Finance (Also between rounds)', after: undefined },
    ])
  })
})

describe('what a version is compared with', () => {
  const version = (id: string, number: number, key = 'expense') => ({
    ...({} as Parameters<typeof otherVersions>[0][number]),
    id,
    key,
    version: number,
  })
  const all = [version('a', 1), version('c', 3), version('b', 2), version('x', 9, 'other')]
  const usual = (id: string) => {
    const one = all.find((each) => each.id === id)
    return one && usualOther(otherVersions(all, one), one)?.id
  }

  it('is the one before it, of the first the one after', () => {
    expect([usual('c'), usual('b'), usual('a'), usual('x')]).toEqual(['b', 'a', 'b', undefined])
  })
})
