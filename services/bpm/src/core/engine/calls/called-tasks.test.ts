import { describe, expect, it } from 'vitest'
import { bpmn, end, flows, play, start, user, validate } from '../../testing.ts'

/** A document with tasks of its own that calls may mean. */
const drawn = (tasks: string, content: string) =>
  bpmn(content).replace('<process', `${tasks}<process`)
const global = (people: string) =>
  user('check', people)
    .replace('<userTask', '<globalUserTask')
    .replace('</userTask', '</globalUserTask')
const call = (id: string, more = '') =>
  `<callActivity id="${id}" calledElement="check">${more}</callActivity>`
const twice = start + call('one') + call('two') + end + flows('start -> one -> two -> end')
const codesOf = async (xml: string) =>
  (await validate(xml, [])).map(({ element, code }) => `${element} ${code}`)

describe('a call of a task of the same document', () => {
  it('[BPM-17] asks the people of a user task, wherever it is called', async () => {
    const xml = drawn(global('p'), twice)
    expect(await validate(xml, [])).toEqual([])
    const game = await play(xml)
    expect(game.open()).toEqual(['one/p'])
    game.approve('one')
    expect(game.open()).toEqual(['two/p'])
    game.act('two', 'p', { kind: 'return', to: ['one'] })
    expect(game.open()).toEqual(['one/p'])
    game.approve('one')
    game.approve('two')
    expect(game.state().status).toBe('APPROVED')
  })

  it.each(['globalTask', 'globalManualTask'])('passes what is done elsewhere: %s', async (kind) => {
    const xml = drawn(
      `<${kind} id="check"/>`,
      start + call('one') + user('a') + end + flows('start -> one -> a -> end'),
    )
    expect(await validate(xml, [])).toEqual([])
    expect((await play(xml)).open()).toEqual(['a/a'])
  })

  it('has times on its border, and no errors', async () => {
    const border = (definition: string) =>
      drawn(
        global('p'),
        `${start}${call('one')}<boundaryEvent id="late" attachedToRef="one">${definition}</boundaryEvent>${end}${flows('start -> one -> end', 'late -> end')}`,
      )
    const time = '<timerEventDefinition><timeDuration>P1D</timeDuration></timerEventDefinition>'
    expect(await codesOf(border(time))).toEqual([])
    expect(await codesOf(border('<errorEventDefinition/>'))).toContain('late element_unsupported')
  })

  it.each([
    ['a script', '<globalScriptTask id="check"/>', call('one'), 'one element_unsupported'],
    ['nobody named', '<globalUserTask id="check"/>', call('one'), 'one candidates_missing'],
    [
      'values that a process would be given',
      global('p'),
      call(
        'one',
        '<extensionElements><approval:call inheritVariables="true"/></extensionElements>',
      ),
      'one extension_misplaced',
    ],
    [
      'many at once',
      global('p'),
      call(
        'one',
        '<multiInstanceLoopCharacteristics><loopCardinality>2</loopCardinality></multiInstanceLoopCharacteristics>',
      ),
      'one element_unsupported',
    ],
  ])('is refused with %s', async (_, tasks, called, code) => {
    const xml = drawn(
      tasks,
      `${start}${called}${user('a')}${end}${flows('start -> one -> a -> end')}`,
    )
    expect(await codesOf(xml)).toContain(code)
  })
})
