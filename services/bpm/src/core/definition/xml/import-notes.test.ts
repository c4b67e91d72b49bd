import { describe, expect, it } from 'vitest'
import { bpmn, end, flows, start, user } from '../../testing.ts'
import { compile, readDefinition } from '../compile.ts'

const operaton = 'http://operaton.org/schema/1.0/bpmn'
const camunda = 'http://camunda.org/schema/1.0/bpmn'

const own =
  '<extensionElements><approval:candidates><approval:candidate kind="role" ref="hr"/></approval:candidates></extensionElements>'

const document = (task: string, { more = '', root = '' } = {}) =>
  bpmn(start + task + more + end + flows('start -> a -> end')).replace(
    '<definitions ',
    `<definitions xmlns:operaton="${operaton}" xmlns:camunda="${camunda}" xmlns:tool="http://example.org/tool" ${root} `,
  )

const notesOf = async (xml: string) =>
  (await readDefinition(xml)).imported.map(
    ({ element, name, outcome, wins }) =>
      `${element} ${name} ${outcome}${wins === undefined ? '' : `, ${wins} wins`}`,
  )

describe('the report of an import says what really wins', () => {
  it('own candidates and times go before those of the engine', async () => {
    const due = own.replace('<approval:c', '<approval:due in="PT8H"/><approval:c')
    const attributes =
      'operaton:assignee="ann" operaton:candidateUsers="ben" operaton:candidateGroups="it" operaton:dueDate="P2D"'
    expect(await notesOf(document(`<userTask id="a" ${attributes}>${due}</userTask>`))).toEqual([
      'a assignee ignored, approval:candidates wins',
      'a candidateUsers ignored, approval:candidates wins',
      'a candidateGroups ignored, approval:candidates wins',
      'a dueDate ignored, approval:due wins',
    ])
  })

  it('a list goes before candidates', async () => {
    const many =
      '<multiInstanceLoopCharacteristics operaton:collection="signers" operaton:elementVariable="one"/>'
    const task = `<userTask id="a" operaton:assignee="\${one}" operaton:candidateGroups="it">${many}</userTask>`
    expect(await notesOf(document(task))).toEqual([
      'a assignee mapped',
      'a candidateGroups ignored, multiInstanceLoopCharacteristics wins',
      'a collection mapped',
      'a elementVariable mapped',
    ])
  })

  it('of two engines the one that is written last', async () => {
    const xml = document('<userTask id="a" camunda:assignee="ann" operaton:assignee="ben"/>')
    expect(await notesOf(xml)).toEqual([
      'a assignee ignored, operaton:assignee wins',
      'a assignee mapped',
    ])
    expect((await compile(xml)).nodes.get('a')).toMatchObject({
      candidates: [{ kind: 'user', ref: 'ben' }],
    })
  })

  it('and what was read at first is refused where it cannot be kept', async () => {
    expect(
      await notesOf(document('<userTask id="a" operaton:candidateGroups="${groups}"/>')),
    ).toEqual(['a candidateGroups refused'])
    const call = '<callActivity id="a" calledElement="b" operaton:calledElementBinding="version"/>'
    expect(await notesOf(document(call))).toEqual(['a calledElementBinding refused'])
  })
})

describe('every foreign part is in the report', () => {
  it('also those of other tools, and on what has no effect', async () => {
    const more =
      '<dataObject id="d" operaton:kept="1"/><textAnnotation id="n" tool:color="red"><text>x</text></textAnnotation>'
    const task = user('a').replace('<extensionElements>', '<extensionElements><tool:meta key="k"/>')
    expect(await notesOf(document(task, { more, root: 'tool:version="7"' }))).toEqual([
      ' tool:version ignored',
      'a tool:meta ignored',
      'd kept ignored',
      'n tool:color ignored',
    ])
  })

  it('and on what is refused as a whole', async () => {
    const script = '<scriptTask id="a" operaton:resultVariable="r"><script>1</script></scriptTask>'
    expect(await notesOf(document(script))).toEqual(['a resultVariable refused'])
  })

  it('wherever its namespace is declared', async () => {
    const inner = `<userTask id="a" xmlns:engine="http://flowable.org/bpmn" engine:assignee="ann"/>`
    expect(await notesOf(document(inner))).toEqual(['a assignee mapped'])
  })

  it('up to a limit, however deep it is nested', async () => {
    const deep = 3_000
    const nested = `${'<subProcess>'.repeat(deep)}<userTask tool:x="1"/>${'</subProcess>'.repeat(deep)}`
    expect(await notesOf(document(user('a'), { more: nested }))).toEqual([
      'approval tool:x ignored',
    ])
  })
})

it('what was published without a note of another engine goes on without it', async () => {
  const xml = document(`<userTask id="a" operaton:dueDate="P2D">${own}</userTask>`)
  expect((await compile(xml)).nodes.get('a')).toMatchObject({ timing: { due: { value: 'P2D' } } })
  const before = await compile(xml, { readsForeign: false })
  expect(before.nodes.get('a')).toMatchObject({ timing: { due: undefined } })
})
