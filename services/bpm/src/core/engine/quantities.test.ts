import { describe, expect, it } from 'vitest'
import { compile } from '../definition/compile.ts'
import { bpmn, end, flows, play, start, type Play, user, validate } from '../testing.ts'

const starts = (count: number, xml: string) => xml.replace(' id=', ` startQuantity="${count}" id=`)
const sends = (count: number, xml: string) =>
  xml.replace(' id=', ` completionQuantity="${count}" id=`)
const statusOf = (game: Play) => game.state().status
const codesOf = async (xml: string) =>
  (await validate(xml, [])).map(({ element, code }) => `${element} ${code}`)
const back = '<approval:return to="any"/>'

/** One sends so many tokens, each is looked at, and whoever decides waits for so many. */
const drawn = (sent: number, needed: number, more = '') =>
  bpmn(
    start +
      sends(sent, user('send')) +
      user('look') +
      starts(needed, user('decide', 'decide', more)) +
      end +
      flows('start -> send -> look -> decide -> end'),
  )

describe('token quantities', () => {
  it('an activity sends so many tokens, and one begins when so many have come', async () => {
    expect(await codesOf(drawn(2, 2))).toEqual([])
    const game = await play(drawn(2, 2))
    game.approve('send')
    expect(game.open()).toEqual(['look/look', 'look/look'])
    game.approve('look')
    expect(game.open()).toEqual(['look/look'])
    game.approve('look')
    expect(game.open()).toEqual(['decide/decide'])
    game.approve('decide')
    expect(statusOf(game)).toBe('APPROVED')
  })

  it('begins once more for each time that so many have come', async () => {
    const game = await play(drawn(4, 2))
    game.approve('send')
    for (let count = 0; count < 4; count += 1) game.approve('look')
    expect(game.open()).toEqual(['decide/decide', 'decide/decide'])
  })

  it('counts what comes by any of its flows, and each that it sends by every flow that it leaves by', async () => {
    const xml = bpmn(
      start +
        sends(2, user('send')) +
        user('left') +
        user('right') +
        starts(4, user('decide')) +
        end +
        flows('start -> send -> left -> decide -> end', 'send -> right -> decide'),
    )
    expect(await codesOf(xml)).toEqual([])
    const game = await play(xml)
    game.approve('send')
    expect(game.open().toSorted()).toEqual(['left/left', 'left/left', 'right/right', 'right/right'])
    for (const node of ['left', 'right', 'right', 'left']) {
      expect(game.open()).not.toContain('decide/decide')
      game.approve(node)
    }
    expect(game.open()).toEqual(['decide/decide'])
  })

  it('says where what is left over waits for ever', async () => {
    const game = await play(drawn(3, 2))
    game.approve('send')
    for (let count = 0; count < 3; count += 1) game.approve('look')
    game.approve('decide')
    expect(statusOf(game)).toBe('RUNNING')
    expect(game.effects).toContainEqual({
      kind: 'incident',
      node: 'decide',
      reason: 'join_waits_forever',
    })
  })

  it('[BPM-18] a return to one of those that were enough asks only there, and begins anew with the others', async () => {
    const game = await play(drawn(2, 2, back))
    game.approve('send')
    game.approve('look')
    game.approve('look')
    game.act('decide', 'decide', { kind: 'return', to: ['look'] })
    expect(game.open()).toEqual(['look/look'])
    game.approve('look')
    expect(game.open()).toEqual(['decide/decide'])
    game.act('decide', 'decide', { kind: 'return', to: 'previous' })
    expect(game.open()).toEqual(['look/look', 'look/look'])
    game.approve('look')
    game.approve('look')
    game.act('decide', 'decide', { kind: 'return', to: ['send'] })
    expect(game.open()).toEqual(['send/send'])
    game.approve('send')
    expect(game.open()).toEqual(['look/look', 'look/look'])
  })

  it('a repeated activity waits and sends once for all of its turns', async () => {
    const loop =
      '<multiInstanceLoopCharacteristics isSequential="true"><loopCardinality>2</loopCardinality></multiInstanceLoopCharacteristics>'
    const each = starts(2, sends(2, user('each'))).replace('</userTask>', `${loop}</userTask>`)
    const xml = bpmn(
      `${start}${sends(2, '<task id="send"/>')}${each}${starts(2, user('decide'))}${end}` +
        flows('start -> send -> each -> decide -> end'),
    )
    expect(await codesOf(xml)).toEqual([])
    const game = await play(xml)
    game.approve('each')
    expect(game.open()).toEqual(['each/each'])
    game.approve('each')
    expect(game.open()).toEqual(['decide/decide'])
  })

  it('a jump begins what it leads to at once, and is refused where it leaves too few for another', async () => {
    const root = { userId: 'root', administrator: true }
    const game = await play(drawn(2, 2))
    const jump = (to: string | string[]) => ({ kind: 'jump', to, actor: root }) as const
    expect(game.try(jump('look'))).toMatchObject({ reason: 'jump_refused', names: ['decide'] })
    game.must(jump('send'))
    game.must(jump('decide'))
    expect(game.open()).toEqual(['decide/decide'])
  })

  it.each([
    ['as many', 2, ['look/look'], ['decide/decide']],
    ['fewer', 1, ['look/look', 'decide/decide'], ['decide/decide', 'decide/decide']],
    ['more', 3, ['look/look'], []],
  ])(
    'another definition that waits for %s goes on by its own count',
    async (_, needed, now, then) => {
      const game = await play(drawn(2, 2))
      game.approve('send')
      game.approve('look')
      game.migrate(await compile(drawn(2, needed)), { definitionId: 'later', nodes: {} })
      expect(game.open().toSorted()).toEqual(now.toSorted())
      game.approve('look')
      expect(game.open()).toEqual(then)
    },
  )

  it('what waits at a join goes on where that is none any more in another definition', async () => {
    const forked = (second: string) =>
      bpmn(
        `${start}<parallelGateway id="fork"/>${user('a')}${user('b')}<parallelGateway id="join"/>${user('last')}${end}` +
          '<exclusiveGateway id="other"/>' +
          flows(
            'start -> fork -> a -> join -> last -> end',
            'fork -> b',
            `b -> ${second}`,
            'other -> end',
          ),
      )
    const game = await play(forked('join'))
    game.approve('a')
    game.migrate(await compile(forked('other')), { definitionId: 'later', nodes: {} })
    expect(game.open().toSorted()).toEqual(['b/b', 'last/last'])
  })

  it('does not grow beyond all bounds in a loop', async () => {
    const xml = bpmn(
      `${start}${sends(100, user('send'))}<exclusiveGateway id="choose" default="choose_end"/>${end}` +
        flows('start -> send -> choose -> end', 'choose -> send : initiator == "ann"'),
    )
    const game = await play(xml)
    for (let count = 0; count < 5; count += 1) game.approve('send')
    const key = game.state().tasks[0]?.key ?? 0
    expect(game.try({ kind: 'approve', task: key, actor: { userId: 'send' } })).toMatchObject({
      kind: 'refused',
      reason: 'too_many_calls',
      names: ['send'],
    })
  })
})

describe('quantities before publishing', () => {
  it.each(['0', '-1', 'two', '101'])('%s is no quantity', async (value) => {
    for (const name of ['startQuantity', 'completionQuantity']) {
      const xml = drawn(2, 2).replaceAll(/(?:start|completion)Quantity="2"/g, '')
      const counted = xml.replace('<userTask id="look"', `<userTask ${name}="${value}" id="look"`)
      expect(await codesOf(counted)).toEqual(['look value_invalid'])
    }
  })

  it.each([
    ['fewer are sent than are waited for', drawn(2, 3)],
    ['none are sent', drawn(1, 2)],
    [
      'ways exclude each other',
      bpmn(
        `${start}<exclusiveGateway id="choose" default="choose_b"/>${user('a')}${user('b')}${starts(2, user('decide'))}${end}` +
          flows(
            'start -> choose',
            'choose -> a : initiator == "ann"',
            'a -> decide -> end',
            'choose -> b -> decide',
          ),
      ),
    ],
    [
      'a loop brings one after the other, and each goes on elsewhere',
      bpmn(
        `${start}${user('ask')}<exclusiveGateway id="choose" default="choose_decide"/>${starts(2, user('decide'))}${end}` +
          flows('start -> ask -> choose -> decide -> end', 'choose -> ask : initiator == "ann"'),
      ),
    ],
    [
      'one that waits for two halves what is sent',
      bpmn(
        `${start}${sends(3, user('send'))}${starts(2, user('pair'))}${starts(2, user('decide'))}${end}` +
          flows('start -> send -> pair -> decide -> end'),
      ),
    ],
  ])('says that so many never come: %s', async (_, xml) => {
    expect(await codesOf(xml)).toEqual(['decide join_impossible'])
  })

  it.each([
    [
      'a loop sends again and again beside',
      bpmn(
        `${start}${sends(2, user('ask'))}<exclusiveGateway id="choose" default="choose_decide"/>${starts(5, user('decide'))}${end}` +
          flows('start -> ask -> choose -> decide -> end', 'choose -> ask : initiator == "ann"'),
      ),
    ],
    [
      'a message comes beside again and again',
      bpmn(
        `${start}${user('ask')}<boundaryEvent id="more" attachedToRef="ask" cancelActivity="false"><messageEventDefinition/></boundaryEvent>${starts(5, user('decide'))}${end}` +
          flows('start -> ask -> end', 'more -> decide -> end'),
      ),
    ],
  ])('says nothing where they may come: %s', async (_, xml) => {
    expect(await codesOf(xml)).toEqual([])
  })

  it.each([
    ['in front of it', starts(2, '<subProcess id="beside" triggeredByEvent="true">')],
    ['behind it', sends(2, '<subProcess id="beside" triggeredByEvent="true">')],
  ])('refuses one of what no flow is %s', async (_, opened) => {
    const inside = `<startEvent id="s"><messageEventDefinition/></startEvent><endEvent id="e"/>${flows('s -> e')}`
    const xml = bpmn(
      `${start}${user('ask')}${end}${opened}${inside}</subProcess>${flows('start -> ask -> end')}`,
    )
    expect(await codesOf(xml)).toEqual(['beside value_invalid'])
  })

  it('refuses an event behind an event-based gateway that waits for several tokens', async () => {
    const xml = bpmn(
      `${start}<eventBasedGateway id="first"/><receiveTask id="a" startQuantity="2"/><receiveTask id="b"/>${end}` +
        flows('start -> first -> a -> end', 'first -> b -> end'),
    )
    expect(await codesOf(xml)).toEqual(['first_a event_gateway_target'])
  })

  it('refuses several tokens where one thing is done after the other', async () => {
    const xml = bpmn(
      `${start}<adHocSubProcess id="any" ordering="Sequential">${sends(2, user('a'))}${user('b')}</adHocSubProcess>${end}${flows('start -> any -> end')}`,
    )
    expect(await codesOf(xml)).toContain('a ad_hoc_order')
  })
})
