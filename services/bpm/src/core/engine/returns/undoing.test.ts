import { describe, expect, it } from 'vitest'
import { compile } from '../../definition/compile.ts'
import { bpmn, end, flows, play, start, type Play, user, validate } from '../../testing.ts'

const callback = (id: string, attributes = '', more = '') =>
  `<serviceTask id="${id}" ${attributes}><extensionElements><approval:callback name="${id}"/></extensionElements>${more}</serviceTask>`
/** An activity with what undoes it. */
const undoable = (id: string, activity = callback(id)) =>
  `${activity}<boundaryEvent id="${id}_c" attachedToRef="${id}"><compensateEventDefinition/></boundaryEvent>` +
  `${callback(`${id}_undo`, 'isForCompensation="true"')}<association id="${id}_l" sourceRef="${id}_c" targetRef="${id}_undo"/>`
const undoEvent = (id: string, of = '') =>
  `<intermediateThrowEvent id="${id}"><compensateEventDefinition ${of === '' ? '' : `activityRef="${of}"`}/></intermediateThrowEvent>`
const sub = (id: string, inside: string, name = 'subProcess') =>
  `<${name} id="${id}"><startEvent id="${id}_s"/>${inside}</${name}>`
const anyReturn = '<approval:return to="any" resubmit="returner"/>'

const asked = (game: Play) =>
  game.effects.flatMap((one) => (one.kind === 'callbackRequested' ? [one.request] : []))
const codesOf = async (content: string) =>
  (await validate(bpmn(content), [{ name: 'x', type: 'boolean' }])).map(
    ({ element, code }) => `${element} ${code}`,
  )

describe('compensation', () => {
  const drawn = (thrown = '') =>
    start +
    undoable('a') +
    undoable('b') +
    user('m') +
    undoable('c') +
    undoEvent('back', thrown) +
    user('n', 'n', anyReturn) +
    end +
    flows('start -> a -> b -> m -> c -> back -> n -> end')

  it('undoes all that was done in its run, the last first, and nothing twice', async () => {
    expect(await codesOf(drawn())).toEqual([])
    const game = await play(bpmn(drawn()))
    game.approve('m')
    expect(asked(game)).toEqual(['a', 'b', 'c', 'c_undo', 'b_undo', 'a_undo'])
    expect(game.effects).toContainEqual({ kind: 'nodeLeft', node: 'c_undo', outcome: 'passed' })
    expect(game.state().execution.done).toBeUndefined()
    game.approve('n')
    expect(game.state().status).toBe('APPROVED')
    expect(asked(game)).toHaveLength(6)
  })

  it('undoes what was asked for, too, where its path was ended in the same step', async () => {
    const inside =
      `<parallelGateway id="fork"/>${undoable('a')}<endEvent id="s_e"/><endEvent id="bad"><errorEventDefinition/></endEvent>` +
      flows('s_s -> fork -> a -> s_e', 'fork -> bad')
    const game = await play(
      bpmn(
        start +
          sub('s', inside) +
          `<boundaryEvent id="failed" attachedToRef="s"><errorEventDefinition/></boundaryEvent>` +
          user('m') +
          undoEvent('back') +
          end +
          flows('start -> s -> end', 'failed -> m -> back -> end'),
      ),
    )
    expect(asked(game)).toEqual(['a'])
    game.approve('m')
    expect(asked(game)).toEqual(['a', 'a_undo'])
  })

  it('undoes the one activity that is meant', async () => {
    const game = await play(bpmn(drawn('b')))
    game.approve('m')
    expect(asked(game).slice(3)).toEqual(['b_undo'])
    game.act('n', 'n', { kind: 'return', to: 'initiator' })
    expect(game.state().execution.done).toEqual(undefined)
  })

  it('undoes each turn of what was repeated, and ends with an end event', async () => {
    const loop = '<standardLoopCharacteristics loopMaximum="2"/>'
    const xml = `${start}${undoable('a', callback('a', '', loop))}<endEvent id="e"><compensateEventDefinition/></endEvent>${flows('start -> a -> e')}`
    expect(await codesOf(xml)).toEqual([])
    const game = await play(bpmn(xml))
    expect(asked(game)).toEqual(['a', 'a', 'a_undo', 'a_undo'])
    expect(game.state().status).toBe('APPROVED')
  })

  it('undoes what was done in a sub-process that is over, or the sub-process as a whole', async () => {
    const inner = sub('s', `${undoable('a')}<endEvent id="e"/>${flows('s_s -> a -> e')}`)
    const around = (step: string) =>
      start + step + undoEvent('back') + end + flows('start -> s -> back -> end')
    expect(asked(await play(bpmn(around(inner))))).toEqual(['a', 'a_undo'])
    expect(asked(await play(bpmn(around(undoable('s', inner)))))).toEqual(['a', 's_undo'])
    expect(await codesOf(around(undoable('s', inner)))).toEqual([])
  })

  it('undoes what was done around an event sub-process that it is thrown in', async () => {
    const handler = `<subProcess id="h" triggeredByEvent="true"><startEvent id="news"><messageEventDefinition/></startEvent>${callback('told')}${undoEvent('back')}<endEvent id="h_end"/>${flows('news -> told -> back -> h_end')}</subProcess>`
    const xml = `${start}${undoable('a')}${user('m')}${end}${flows('start -> a -> m -> end')}${handler}`
    expect(await codesOf(xml)).toEqual([])
    const game = await play(bpmn(xml))
    game.must({ kind: 'message', name: 'news', actor: { userId: 'app' } })
    expect(asked(game)).toEqual(['a', 'told', 'a_undo'])
    expect(game.state().status).toBe('APPROVED')
  })

  it('leaves what is going on alone: a run that has not ended is not undone from outside', async () => {
    const inner = sub(
      's',
      `${undoable('a')}${user('m')}<endEvent id="e"/>${flows('s_s -> a -> m -> e')}`,
    )
    const xml = `${start}<parallelGateway id="f"/>${inner}${user('n')}${undoEvent('back')}${user('o')}${end}<endEvent id="z"/>${flows('start -> f -> s -> z', 'f -> n -> back -> o -> end')}`
    expect(await codesOf(xml)).toEqual([])
    const game = await play(bpmn(xml))
    game.approve('n')
    expect(asked(game)).toEqual(['a'])
    expect(game.state().execution.done).toHaveLength(1)
  })

  it.each([
    ['rerun', ['a', 'b', 'c', 'c_undo', 'c']],
    ['straightBack', ['a', 'b', 'c']],
  ] as const)('goes with a return: %s', async (resubmit, expected) => {
    const xml = bpmn(
      `${start}${undoable('a')}${undoable('b')}${user('m')}${undoable('c')}${user('n', 'n', anyReturn)}${end}${flows('start -> a -> b -> m -> c -> n -> end')}`,
    )
    const game = await play(xml)
    game.approve('m')
    game.act('n', 'n', { kind: 'return', to: ['m'], resubmit })
    game.approve('m')
    expect(asked(game)).toEqual(expected)
    expect(game.open()).toEqual(['n/n'])
  })

  it('goes with a return into a sub-process that is undone as a whole: what is done anew, and no more', async () => {
    const inner = sub(
      's',
      `${undoable('a')}${user('m')}${undoable('b')}<endEvent id="e"/>${flows('s_s -> a -> m -> b -> e')}`,
    )
    const xml = bpmn(
      `${start}${user('l')}${undoable('s', inner)}${user('n', 'n', anyReturn)}${end}${flows('start -> l -> s -> n -> end')}`,
    )
    const game = await play(xml)
    game.approve('l')
    game.approve('m')
    game.act('n', 'n', { kind: 'return', to: ['m'] })
    expect(asked(game)).toEqual(['a', 'b', 'b_undo'])
    game.approve('m')
    expect(asked(game).slice(3)).toEqual(['b'])
    game.act('n', 'n', { kind: 'return', to: ['l'] })
    expect(asked(game).slice(4)).toEqual(['s_undo'])
    expect(game.state().execution.done).toBeUndefined()
  })

  it('undoes all when it is returned to the initiator to run anew, nothing when straight back', async () => {
    const xml = bpmn(
      `${start}${undoable('a')}${user('n', 'n', anyReturn)}${end}${flows('start -> a -> n -> end')}`,
    )
    for (const [resubmit, expected] of [
      ['rerun', ['a', 'a_undo', 'a']],
      ['straightBack', ['a']],
    ] as const) {
      const game = await play(xml)
      game.act('n', 'n', { kind: 'return', to: 'initiator', resubmit })
      game.must({ kind: 'updateVariables', variables: {}, actor: { userId: 'app' } })
      game.must({ kind: 'resubmit', variables: {}, actor: { userId: 'ann' } })
      expect(asked(game)).toEqual(expected)
    }
  })

  it('goes with an approval to one where a sub-process is not undone as a whole any more', async () => {
    const inner = sub('s', `${undoable('a')}<endEvent id="e"/>${flows('s_s -> a -> e')}`)
    const xml = (run: string) =>
      bpmn(
        `${start}${run}${user('m')}${undoEvent('back')}${end}${flows('start -> s -> m -> back -> end')}`,
      )
    const game = await play(xml(undoable('s', inner)))
    const to = await compile(xml(inner))
    expect(game.migrate(to, { definitionId: 'next', nodes: {} }).kind).toBe('applied')
    game.approve('m')
    expect(asked(game)).toEqual(['a', 'a_undo'])
  })

  it('goes with an approval to another definition, where something still undoes it', async () => {
    const xml = (what: string) =>
      bpmn(
        `${start}${what}${user('m')}${undoEvent('back')}${end}${flows('start -> a -> m -> back -> end')}`,
      )
    const [kept, gone] = [await compile(xml(undoable('a'))), await compile(xml(callback('a')))]
    for (const [to, expected] of [
      [kept, ['a', 'a_undo']],
      [gone, ['a']],
    ] as const) {
      const game = await play(xml(undoable('a')))
      expect(game.migrate(to, { definitionId: 'next', nodes: {} }).kind).toBe('applied')
      game.approve('m')
      expect(asked(game)).toEqual(expected)
    }
  })
})

describe('a called approval that is stopped', () => {
  it.each([
    ['return', ['a', 'a_undo']],
    ['jump', ['a', 'a_undo']],
    ['decided', ['a', 'a_undo']],
    ['withdrawal', ['a']],
    ['termination', ['a']],
    ['rejection', ['a']],
  ] as const)(
    'by a %s undoes what was done in it where the matter goes on',
    async (why, expected) => {
      const xml = bpmn(
        `${start}${undoable('a')}${user('m')}${end}${flows('start -> a -> m -> end')}`,
      )
      const game = await play(xml, { started: false })
      game.must({ kind: 'start', called: true, actor: { userId: 'ann' } })
      game.must({ kind: 'caller', does: 'stop', why, actor: { userId: 'app' } })
      expect(asked(game)).toEqual(expected)
    },
  )
})

describe('a transaction', () => {
  const cancelEnd = '<endEvent id="no"><cancelEventDefinition/></endEvent>'
  const border =
    '<boundaryEvent id="cancelled" attachedToRef="t"><cancelEventDefinition/></boundaryEvent>'
  const drawn = (on = border) =>
    start +
    undoable('before') +
    sub(
      't',
      `${undoable('a')}<parallelGateway id="f"/>${user('m')}${user('o')}<exclusiveGateway id="x" default="x_e"/>${cancelEnd}<endEvent id="e"/>` +
        flows('t_s -> a -> f -> m -> x -> e', 'x -> no : x', 'f -> o -> e'),
      'transaction',
    ) +
    on +
    user('h') +
    user('n') +
    end +
    flows('start -> before -> t -> n -> end', ...(on === '' ? [] : ['cancelled -> h -> end']))

  it('that is cancelled stops, undoes what was done in it, and is left by its event', async () => {
    expect(await codesOf(drawn())).toEqual([])
    const game = await play(bpmn(drawn()), { variables: { x: true } })
    game.approve('m')
    expect(asked(game)).toEqual(['before', 'a', 'a_undo'])
    expect(game.open()).toEqual(['h/h'])
    expect(game.state().execution.scopes).toEqual([])
    game.approve('h')
    expect(game.state().status).toBe('APPROVED')
  })

  it('that is not cancelled is done as any sub-process', async () => {
    const game = await play(bpmn(drawn()), { variables: { x: false } })
    game.approve('m')
    game.approve('o')
    expect(game.open()).toEqual(['n/n'])
    expect(asked(game)).toEqual(['before', 'a'])
  })

  it.each([
    ['a cancel end with no event to lead on', drawn(''), 'no cancel_misplaced'],
    [
      'a cancel end in no transaction',
      start + cancelEnd + flows('start -> no'),
      'no cancel_misplaced',
    ],
    [
      'a cancel event on a sub-process',
      start +
        sub('t', `<endEvent id="e"/>${flows('t_s -> e')}`) +
        border +
        end +
        flows('start -> t -> end', 'cancelled -> end'),
      'cancelled cancel_misplaced',
    ],
    [
      'an event that no association leads from',
      `${start}${callback('a')}<boundaryEvent id="c" attachedToRef="a"><compensateEventDefinition/></boundaryEvent>${end}${flows('start -> a -> end')}`,
      'c compensation_incomplete',
    ],
    [
      'an undoing that people would have to decide',
      start +
        undoable('a').replace(
          /<serviceTask id="a_undo".*?<\/serviceTask>/,
          user('a_undo').replace('<userTask', '<userTask isForCompensation="true"'),
        ) +
        end +
        flows('start -> a -> end'),
      'a_undo compensation_incomplete',
    ],
    [
      'an undoing that belongs to nothing',
      start +
        callback('u', 'isForCompensation="true"') +
        user('a') +
        end +
        flows('start -> a -> end'),
      'u compensation_incomplete',
    ],
    [
      'an undoing with a place in the flow',
      start + undoable('a') + end + flows('start -> a -> a_undo -> end'),
      'a_undo compensation_incomplete',
    ],
    [
      'a throw that means what nothing undoes',
      start + user('a') + undoEvent('back', 'a') + end + flows('start -> a -> back -> end'),
      'back compensation_incomplete',
    ],
  ])('is refused for %s', async (_, content, problem) => {
    expect(await codesOf(content)).toContain(problem)
  })
})

describe('a sub-process that says itself what undoes it', () => {
  /** Done after the start of the event sub-process, in order. */
  const undoes = (elements: string, way: string) =>
    `<subProcess id="u" triggeredByEvent="true"><startEvent id="u_s"><compensateEventDefinition/></startEvent>${elements}<endEvent id="u_e"/>${flows(`u_s -> ${way} -> u_e`)}</subProcess>`
  const around = (undoing: string, attributes = '') =>
    start +
    sub(
      's',
      `${undoable('a')}${user('m')}${undoable('b')}<endEvent id="e"/>${flows('s_s -> a -> m -> b -> e')}${undoing}`,
    ).replace('<subProcess id="s"', `<subProcess ${attributes} id="s"`) +
    user('between', 'between', anyReturn) +
    undoEvent('back') +
    user('n') +
    end +
    flows('start -> s -> between -> back -> n -> end')
  const played = async (undoing: string) => {
    const xml = around(undoing)
    expect(await codesOf(xml)).toEqual([])
    const game = await play(bpmn(xml))
    game.approve('m')
    game.approve('between')
    return game
  }

  it('is undone by that in place of what undoes what was done in it', async () => {
    const game = await played(undoes(callback('x') + callback('y'), 'x -> y'))
    expect(asked(game)).toEqual(['a', 'b', 'x', 'y'])
    const left = game.effects.flatMap((one) => (one.kind === 'nodeLeft' ? [one.node] : []))
    expect(left.slice(left.indexOf('u_s'), left.indexOf('u') + 1)).toEqual([
      'u_s',
      'x',
      'y',
      'u_e',
      'u',
    ])
    expect(game.state().execution.done).toBeUndefined()
    game.approve('n')
    expect(game.state().status).toBe('APPROVED')
  })

  it.each([
    ['all of it, the last first', '', ['x', 'b_undo', 'a_undo']],
    ['the one activity that is meant', 'a', ['x', 'a_undo']],
  ])(
    'has undone what was done in it where that throws compensation: %s',
    async (_, of, expected) => {
      const game = await played(undoes(callback('x') + undoEvent('t', of), 'x -> t'))
      expect(asked(game).slice(2)).toEqual(expected)
    },
  )

  it('is undone only when it is over: what was done in one that goes on is undone by itself', async () => {
    const undoing = undoes(callback('x'), 'x')
    const stops =
      '<boundaryEvent id="stop" attachedToRef="s"><messageEventDefinition/></boundaryEvent>' +
      flows('stop -> back')
    const game = await play(bpmn(around(undoing) + stops))
    game.must({ kind: 'message', name: 'stop', actor: { userId: 'app' } })
    expect(asked(game)).toEqual(['a', 'a_undo'])
  })

  it('a return into it opens it, one before it undoes it as a whole', async () => {
    const xml = around(undoes(callback('x'), 'x'))
    const before = xml
      .replace(start, start + user('first'))
      .replace(
        /<sequenceFlow id="start_s"[^>]*>/,
        '<sequenceFlow id="start_s" sourceRef="start" targetRef="first">',
      )
    const game = await play(bpmn(before + flows('first -> s')))
    game.approve('first')
    game.approve('m')
    game.act('between', 'between', { kind: 'return', to: ['m'], resubmit: 'rerun' })
    expect(asked(game)).toEqual(['a', 'b', 'b_undo'])
    game.approve('m')
    game.act('between', 'between', { kind: 'return', to: ['first'], resubmit: 'rerun' })
    expect(asked(game)).toEqual(['a', 'b', 'b_undo', 'b', 'x'])
  })

  it('is undone once for each of its turns, and with what is around it', async () => {
    const loop = '<standardLoopCharacteristics loopMaximum="2"/>'
    const inner = sub(
      's',
      `${loop}${undoable('a')}<endEvent id="e"/>${flows('s_s -> a -> e')}${undoes(undoEvent('t'), 't')}`,
    )
    const ordered = inner.replace(`<startEvent id="s_s"/>${loop}`, `${loop}<startEvent id="s_s"/>`)
    const outer = sub('o', `${ordered}<endEvent id="o_e"/>${flows('o_s -> s -> o_e')}`)
    const game = await play(
      bpmn(start + outer + undoEvent('back') + end + flows('start -> o -> back -> end')),
    )
    expect(asked(game)).toEqual(['a', 'a', 'a_undo', 'a_undo'])
  })

  it('is no place to jump to', async () => {
    const game = await play(bpmn(around(undoes(callback('x'), 'x'))))
    for (const to of ['u', 'x']) {
      expect(
        game.try({ kind: 'jump', to, actor: { userId: 'root', administrator: true } }),
      ).toMatchObject({
        reason: 'node_unknown',
      })
    }
  })

  it.each([
    ['people', user('p'), 'p', ['p compensation_content']],
    [
      'a choice',
      '<exclusiveGateway id="p" default="p_x"/><task id="x"/><task id="y"/>',
      'p -> x',
      ['p compensation_content', 'u_e compensation_content'],
    ],
    [
      'a repetition',
      callback('p', '', '<standardLoopCharacteristics loopMaximum="2"/>'),
      'p',
      ['p compensation_content'],
    ],
    ['a wait', '<receiveTask id="p"/>', 'p', ['p compensation_content']],
    ['what is undone itself', undoable('p'), 'p', ['p_undo compensation_content']],
  ])('refuses what would take time or part: %s', async (_, elements, way, codes) => {
    const more = elements.includes('id="y"') ? flows('p -> y -> u_e') : ''
    const undoing = undoes(elements, way).replace('</subProcess>', `${more}</subProcess>`)
    const found = await codesOf(around(undoing))
    for (const code of codes) expect(found).toContain(code)
  })

  it('refuses two that undo one sub-process, and one that is in none', async () => {
    const undoing = undoes(callback('x'), 'x')
    const border = `<boundaryEvent id="s_c" attachedToRef="s"><compensateEventDefinition/></boundaryEvent>${callback('s_undo', 'isForCompensation="true"')}<association id="s_l" sourceRef="s_c" targetRef="s_undo"/>`
    expect(await codesOf(around(undoing) + border)).toEqual(['u compensation_incomplete'])
    expect(await codesOf(around('') + undoing)).toEqual(['u compensation_incomplete'])
    const others = around(undoing, 'triggeredByEvent="true"').replace(
      '<startEvent id="s_s"/>',
      '<startEvent id="s_s"><messageEventDefinition/></startEvent>',
    )
    expect(await codesOf(others)).toContain('u compensation_incomplete')
  })
})
