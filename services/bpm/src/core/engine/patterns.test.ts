import { describe, expect, it } from 'vitest'
import { bpmn, end, flows, play, start, type Play, user, validate } from '../testing.ts'

const statusOf = (game: Awaited<ReturnType<typeof play>>) => game.state().status
const xor = (id: string, fallback?: string) =>
  `<exclusiveGateway id="${id}"${fallback === undefined ? '' : ` default="${fallback}"`}/>`
const and = (id: string) => `<parallelGateway id="${id}"/>`
const or = (id: string, fallback?: string) =>
  `<inclusiveGateway id="${id}"${fallback === undefined ? '' : ` default="${fallback}"`}/>`

/** The workflow control-flow patterns, by their numbers in van der Aalst et al. and Russell et al. */
describe('workflow control-flow patterns', () => {
  it('WCP-01 Sequence: the second person is asked after the first', async () => {
    const game = await play(
      bpmn(start + user('one') + user('two') + end + flows('start -> one -> two -> end')),
    )
    expect(game.open()).toEqual(['one/one'])
    game.approve('one')
    expect(game.open()).toEqual(['two/two'])
    game.approve('two')
    expect(statusOf(game)).toBe('APPROVED')
  })

  it('WCP-02 Parallel Split and WCP-03 Synchronization: both are asked, and both must be done', async () => {
    const game = await play(
      bpmn(
        start +
          and('split') +
          user('left') +
          user('right') +
          and('join') +
          user('last') +
          end +
          flows('start -> split -> left -> join -> last -> end', 'split -> right -> join'),
      ),
    )
    expect(game.open()).toEqual(['left/left', 'right/right'])
    game.approve('right')
    expect(game.open()).toEqual(['left/left'])
    game.approve('left')
    expect(game.open()).toEqual(['last/last'])
  })

  it.each([
    [1500, 'large'],
    [1000, 'small'],
  ])(
    'WCP-04 Exclusive Choice and WCP-05 Simple Merge: amount %d goes to %s',
    async (amount, node) => {
      const game = await play(
        bpmn(
          start +
            xor('choice', 'choice_small') +
            user('large') +
            user('small') +
            xor('merge') +
            user('last') +
            end +
            flows(
              'start -> choice',
              'choice -> large : ${amount > 1000}',
              'choice -> small -> merge -> last -> end',
              'large -> merge',
            ),
        ),
        { variables: { amount } },
      )
      expect(game.open()).toEqual([`${node}/${node}`])
      game.approve(node)
      expect(game.open()).toEqual(['last/last'])
    },
  )

  it.each([
    [{ a: true, b: true }, ['one/one', 'two/two']],
    [{ a: true, b: false }, ['one/one']],
    [{ a: false, b: false }, ['rest/rest']],
  ])(
    'WCP-06 Multi-Choice and WCP-07 Structured Synchronizing Merge with %j',
    async (variables, open) => {
      const game = await play(
        bpmn(
          start +
            or('split', 'split_rest') +
            user('one') +
            user('two') +
            user('rest') +
            or('join') +
            user('last') +
            end +
            flows(
              'start -> split',
              'split -> one : a',
              'split -> two : b',
              'split -> rest -> join -> last -> end',
              'one -> join',
              'two -> join',
            ),
        ),
        { variables },
      )
      expect(game.open()).toEqual(open)
      for (const entry of open) {
        expect(game.open()).not.toContain('last/last')
        game.approve(entry.split('/')[0] ?? '')
      }
      expect(game.open()).toEqual(['last/last'])
      game.approve('last')
      expect(statusOf(game)).toBe('APPROVED')
    },
  )

  it('WCP-08 Multi-Merge: what comes behind is done once for each token', async () => {
    const game = await play(
      bpmn(
        start +
          and('split') +
          user('left') +
          user('right') +
          user('after') +
          end +
          flows('start -> split -> left -> after -> end', 'split -> right -> after'),
      ),
    )
    game.approve('left')
    game.approve('right')
    expect(game.open()).toEqual(['after/after', 'after/after'])
    game.approve('after')
    expect(statusOf(game)).toBe('RUNNING')
    game.approve('after')
    expect(statusOf(game)).toBe('APPROVED')
  })

  it('WCP-21 Structured Loop: round as long as the condition holds', async () => {
    const game = await play(
      bpmn(
        start +
          xor('enter') +
          user('check', 'check', '<approval:decision onReject="continue"/>') +
          xor('again', 'again_end') +
          user('repair') +
          end +
          flows(
            'start -> enter -> check -> again -> end',
            'again -> repair : outcomes.check == "rejected"',
            'repair -> enter',
          ),
      ),
    )
    for (let round = 0; round < 5; round += 1) {
      game.reject('check')
      expect(game.open()).toEqual(['repair/repair'])
      game.approve('repair')
    }
    game.approve('check')
    expect(statusOf(game)).toBe('APPROVED')
    const loop =
      '<standardLoopCharacteristics><loopCondition>outcomes.check == "rejected"</loopCondition></standardLoopCharacteristics>'
    const check = user('check', 'check', '<approval:decision onReject="continue"/>').replace(
      '</userTask>',
      `${loop}</userTask>`,
    )
    const marked = await play(bpmn(start + check + end + flows('start -> check -> end')))
    for (let round = 0; round < 5; round += 1) marked.reject('check')
    marked.approve('check')
    expect(statusOf(marked)).toBe('APPROVED')
  })

  it('WCP-11 Implicit Termination: the approval ends when nothing is left, not before', async () => {
    const game = await play(
      bpmn(
        start +
          and('split') +
          user('left') +
          user('right') +
          end +
          '<endEvent id="other"/>' +
          flows('start -> split -> left -> end', 'split -> right -> other'),
      ),
    )
    game.approve('left')
    expect(statusOf(game)).toBe('RUNNING')
    game.approve('right')
    expect(statusOf(game)).toBe('APPROVED')
  })

  it('WCP-13 Multiple Instances with A Priori Design-Time Knowledge: three people named, all asked at once', async () => {
    const game = await play(
      bpmn(
        start +
          user('all', 'p q r', '<approval:decision mode="all"/>') +
          end +
          flows('start -> all -> end'),
      ),
    )
    expect(game.open()).toEqual(['all/p', 'all/q', 'all/r'])
    game.approve('all', 'q')
    game.approve('all', 'r')
    expect(statusOf(game)).toBe('RUNNING')
    game.approve('all', 'p')
    expect(statusOf(game)).toBe('APPROVED')
  })

  it('WCP-14 Multiple Instances with A Priori Run-Time Knowledge: one task for each user of a variable', async () => {
    const xml = bpmn(
      start +
        `<userTask id="each" flowable:assignee="\${signer}">
           <multiInstanceLoopCharacteristics isSequential="true"
             flowable:collection="signers" flowable:elementVariable="signer"/>
         </userTask>` +
        end +
        flows('start -> each -> end'),
    ).replace('<definitions ', '<definitions xmlns:flowable="http://flowable.org/bpmn" ')
    const game = await play(xml, { variables: { signers: ['p', 'q'] } })
    expect(game.open()).toEqual(['each/p'])
    game.approve('each', 'p')
    expect(game.open()).toEqual(['each/q'])
    game.approve('each', 'q')
    expect(statusOf(game)).toBe('APPROVED')
  })

  it('WCP-10 Arbitrary Cycles: a loop with two ways in and two ways out', async () => {
    const game = await play(
      bpmn(
        start +
          xor('in', 'in_one') +
          xor('one') +
          user('a', 'a', '<approval:decision onReject="continue"/>') +
          xor('after_a', 'after_a_two') +
          xor('two') +
          user('b', 'b', '<approval:decision onReject="continue"/>') +
          xor('after_b', 'after_b_end') +
          end +
          '<endEvent id="early"/>' +
          flows(
            'start -> in -> one -> a -> after_a -> two -> b -> after_b -> end',
            'in -> two : initiator == "ben"',
            'after_a -> early : outcomes.a == "rejected"',
            'after_b -> one : outcomes.b == "rejected"',
          ),
      ),
    )
    for (let round = 0; round < 3; round += 1) {
      game.approve('a')
      game.reject('b')
      expect(game.open()).toEqual(['a/a'])
    }
    game.reject('a')
    expect(statusOf(game)).toBe('APPROVED')
  })

  it('WCP-15 Multiple Instances without A Priori Run-Time Knowledge: people are added while it is asked', async () => {
    const game = await play(
      bpmn(
        start +
          user('all', 'p q', '<approval:decision mode="all"/>') +
          end +
          flows('start -> all -> end'),
      ),
    )
    game.act('all', 'p', { kind: 'addSign', position: 'parallel', users: ['r'] })
    game.approve('all', 'p')
    game.act('all', 'r', { kind: 'addSign', position: 'parallel', users: ['s'] })
    game.approve('all', 'q')
    game.approve('all', 'r')
    expect(game.open()).toEqual(['all/s'])
    game.approve('all', 's')
    expect(statusOf(game)).toBe('APPROVED')
  })

  const administrator = { userId: 'root', administrator: true }
  const limit = (id: string, host: string) =>
    `<boundaryEvent id="${id}" attachedToRef="${host}"><timerEventDefinition><timeDuration>P1D</timeDuration></timerEventDefinition></boundaryEvent>`
  const fireTime = (game: Play) => {
    const timer = game.state().execution.timers?.find(({ left }) => left > 0)?.id ?? 0
    return game.must({ kind: 'fireTimer', timer, actor: { userId: 'timer' } })
  }

  it('WCP-18 Milestone: it can be done only until values are so', async () => {
    const condition =
      '<conditionalEventDefinition><condition>closed</condition></conditionalEventDefinition>'
    const game = await play(
      bpmn(
        start +
          user('change') +
          `<boundaryEvent id="over" attachedToRef="change">${condition}</boundaryEvent>` +
          user('last') +
          end +
          flows('start -> change -> last -> end', 'over -> last'),
      ),
      { variables: { closed: false } },
    )
    expect(game.open()).toEqual(['change/change'])
    const variables = { closed: true }
    game.must({ kind: 'updateVariables', variables, actor: { userId: 'app' } })
    expect(game.open()).toEqual(['last/last'])
  })

  it('WCP-19 Cancel Task: a time on its border takes one task away, and the others go on', async () => {
    const game = await play(
      bpmn(
        start +
          and('split') +
          user('left') +
          limit('late', 'left') +
          user('right') +
          end +
          flows('start -> split -> left -> end', 'late -> end', 'split -> right -> end'),
      ),
    )
    fireTime(game)
    expect(game.open()).toEqual(['right/right'])
    const told = `<boundaryEvent id="told" attachedToRef="left"><signalEventDefinition signalRef="S"/></boundaryEvent>`
    const tells = `<intermediateThrowEvent id="tells"><signalEventDefinition signalRef="S"/></intermediateThrowEvent>`
    const heard = await play(
      bpmn(
        `${start}${and('split')}${user('left')}${told}${user('right')}${tells}${user('after')}${end}` +
          flows(
            'start -> split -> left -> end',
            'told -> end',
            'split -> right -> tells -> after -> end',
          ),
      ).replace('<process', '<signal id="S" name="S"/><process'),
    )
    heard.approve('right')
    expect(heard.open()).toEqual(['after/after'])
    const moved = await play(
      bpmn(start + user('one') + user('two') + end + flows('start -> one -> two -> end')),
    )
    moved.must({ kind: 'jump', to: 'two', actor: administrator })
    expect(moved.open()).toEqual(['two/two'])
  })

  it('WCP-20 Cancel Case: an administrator ends all of it, whatever is under way', async () => {
    const game = await play(
      bpmn(
        start +
          and('split') +
          user('left') +
          user('right') +
          end +
          flows('start -> split -> left -> end', 'split -> right -> end'),
      ),
    )
    game.must({ kind: 'terminate', actor: administrator })
    expect(game.open()).toEqual([])
    expect(game.state().execution.tokens).toEqual([])
    expect(statusOf(game)).toBe('TERMINATED')
  })

  const inner = (content: string) => `<subProcess id="region">${content}</subProcess>`

  it('WCP-25 Cancel Region: a time on the border of a sub-process takes away all that is in it', async () => {
    const game = await play(
      bpmn(
        start +
          and('split') +
          inner(
            '<startEvent id="in"/><parallelGateway id="fork"/><endEvent id="out"/>' +
              user('a') +
              user('b') +
              flows('in -> fork -> a -> out', 'fork -> b -> out'),
          ) +
          limit('late', 'region') +
          user('instead') +
          user('beside') +
          end +
          flows(
            'start -> split -> region -> end',
            'late -> instead -> end',
            'split -> beside -> end',
          ),
      ),
    )
    expect(game.open()).toEqual(['beside/beside', 'a/a', 'b/b'])
    fireTime(game)
    expect(game.open()).toEqual(['beside/beside', 'instead/instead'])
    const begun = `<subProcess id="told" triggeredByEvent="true"><startEvent id="news"><messageEventDefinition/></startEvent>${user('c')}<endEvent id="over"/>${flows('news -> c -> over')}</subProcess>`
    const within = inner(
      `<startEvent id="in"/>${user('a')}<endEvent id="out"/>${flows('in -> a -> out')}${begun}`,
    )
    const second = await play(bpmn(start + within + end + flows('start -> region -> end')))
    second.must({ kind: 'message', name: 'news', actor: { userId: 'app' } })
    expect(second.open()).toEqual(['c/c'])
  })

  const countersign = (rules: string, more = '') =>
    bpmn(
      start +
        user('many', 'p q r', rules) +
        more +
        user('next') +
        end +
        flows('start -> many -> next -> end'),
    )

  it('WCP-26 Cancel Multiple Instance Task: a time takes away the tasks of all, decided or not', async () => {
    const game = await play(
      countersign(
        '<approval:decision mode="all"/>',
        limit('late', 'many') + user('instead') + flows('late -> instead -> end'),
      ),
    )
    game.approve('many', 'p')
    fireTime(game)
    expect(game.open()).toEqual(['instead/instead'])
  })

  it('WCP-27 Complete Multiple Instance Task: a time completes it, and what is left is taken away', async () => {
    const game = await play(
      countersign('<approval:decision mode="all"/><approval:timeout in="P2D" result="approved"/>'),
    )
    game.approve('many', 'p')
    fireTime(game)
    expect(game.open()).toEqual(['next/next'])
  })

  it('WCP-29 Cancelling Discriminator: the first branch to come through takes the others away', async () => {
    const game = await play(
      bpmn(
        start +
          inner(
            '<startEvent id="in"/><parallelGateway id="fork"/><endEvent id="first"><terminateEventDefinition/></endEvent>' +
              user('a') +
              user('b') +
              user('c') +
              flows('in -> fork -> a -> first', 'fork -> b -> first', 'fork -> c -> first'),
          ) +
          user('next') +
          end +
          flows('start -> region -> next -> end'),
      ),
    )
    game.approve('b')
    expect(game.open()).toEqual(['next/next'])
    const people = await play(countersign('<approval:decision mode="any"/>'))
    const { effects } = people.approve('many', 'q')
    const ended = effects.flatMap((effect) =>
      effect.kind === 'taskChanged' ? `${effect.task.assignee} ${effect.task.state}` : [],
    )
    expect(ended).toEqual(['q APPROVED', 'p CANCELLED', 'r CANCELLED'])
  })

  /** Three branches, of which so many are enough for what is behind. */
  const enough = (needed: number, last = end) =>
    and('fork') +
    user('a') +
    user('b') +
    user('c') +
    `<complexGateway id="some"><activationCondition>activationCount &gt;= ${needed}</activationCondition></complexGateway>` +
    last +
    flows('fork -> a -> some', 'fork -> b -> some', 'fork -> c -> some')

  it.each([
    ['WCP-09 Structured Discriminator', 1],
    ['WCP-30 Structured Partial Join', 2],
  ])('%s: the rest is done, and leads on no more', async (_, needed) => {
    const xml = bpmn(
      start + enough(needed) + user('next') + flows('start -> fork', 'some -> next -> end'),
    )
    expect(await validate(xml, [])).toEqual([])
    const game = await play(xml)
    const branches = ['a', 'b', 'c']
    for (const [index, branch] of branches.entries()) {
      expect(game.open().includes('next/next')).toBe(index >= needed)
      game.approve(branch)
    }
    expect(game.open()).toEqual(['next/next'])
    game.approve('next')
    expect(statusOf(game)).toBe('APPROVED')
  })

  it.each([
    ['WCP-28 Blocking Discriminator', 1, ['a', 'a', 'b', 'c']],
    ['WCP-31 Blocking Partial Join', 2, ['a', 'b', 'a', 'b', 'c']],
  ] as const)(
    '%s: what comes again waits until all of the time before have come',
    async (_, needed, order) => {
      const xml = bpmn(
        start +
          and('twice') +
          '<exclusiveGateway id="merge"/>' +
          enough(needed) +
          user('next') +
          flows(
            'start -> twice -> merge -> fork',
            'some -> next -> end',
            'twice -> again -> merge',
          ) +
          '<task id="again"/>',
      )
      const game = await play(xml)
      for (const branch of order) {
        expect(game.open().filter((one) => one === 'next/next').length).toBeLessThan(2)
        game.approve(branch)
      }
      expect(game.open().filter((one) => one === 'next/next')).toHaveLength(2)
    },
  )

  it('WCP-32 Cancelling Partial Join: two of three are enough, and the third is taken away', async () => {
    const terminate = '<endEvent id="out"><terminateEventDefinition/></endEvent>'
    const xml = bpmn(
      start +
        inner(`<startEvent id="in"/>${enough(2, terminate)}${flows('in -> fork', 'some -> out')}`) +
        user('next') +
        end +
        flows('start -> region -> next -> end'),
    )
    expect(await validate(xml, [])).toEqual([])
    const game = await play(xml)
    game.approve('c')
    game.approve('a')
    expect(game.open()).toEqual(['next/next'])
  })

  it('WCP-06 Multi-Choice by a complex gateway: every way whose condition holds', async () => {
    const xml = bpmn(
      `${start}<complexGateway id="split" default="split_rest"/>${user('one')}${user('two')}${user('rest')}${end}` +
        flows(
          'start -> split -> rest -> end',
          'split -> one : a',
          'split -> two : b',
          'one -> end',
          'two -> end',
        ),
    )
    const openWith = async (a: boolean, b: boolean) =>
      (await play(xml, { variables: { a, b } })).open()
    expect(await openWith(true, true)).toEqual(['one/one', 'two/two'])
    expect(await openWith(false, true)).toEqual(['two/two'])
    expect(await openWith(false, false)).toEqual(['rest/rest'])
  })

  it('WCP-16 Deferred Choice and WCP-23 Transient Trigger: what comes first decides', async () => {
    const message = (id: string) =>
      `<intermediateCatchEvent id="${id}"><messageEventDefinition/></intermediateCatchEvent>`
    const xml = bpmn(
      `${start}<eventBasedGateway id="first"/>${message('paid')}${message('withdrawn')}${user('book')}${user('close')}${end}` +
        flows('start -> first -> paid -> book -> end', 'first -> withdrawn -> close -> end'),
    )
    const game = await play(xml)
    const send = { kind: 'message', name: 'withdrawn', actor: { userId: 'app' } } as const
    game.must(send)
    expect(game.open()).toEqual(['close/close'])
    expect(game.try(send)).toMatchObject({ kind: 'refused', reason: 'message_not_expected' })
  })

  it('WCP-34 Static Partial Join for Multiple Instances: the first that ends leads on beside, the rest goes on', async () => {
    const loop =
      '<multiInstanceLoopCharacteristics behavior="One" oneBehaviorEventRef="told"><loopCardinality>3</loopCardinality></multiInstanceLoopCharacteristics>'
    const border =
      '<boundaryEvent id="first" attachedToRef="each" cancelActivity="false"><signalEventDefinition signalRef="S"/></boundaryEvent>'
    const xml = bpmn(
      start +
        user('each').replace('</userTask>', `${loop}</userTask>`) +
        border +
        user('beside') +
        end +
        flows('start -> each -> end', 'first -> beside -> end'),
    ).replace(
      '<process',
      '<signal id="S" name="S"/><signalEventDefinition id="told" signalRef="S"/><process',
    )
    expect(await validate(xml, [])).toEqual([])
    const game = await play(xml)
    game.approve('each')
    expect(game.open()).toEqual(['each/each', 'each/each', 'beside/beside'])
    const seats = loop
      .replace('<loopCardinality>3</loopCardinality>', '<extensionElements/>')
      .replace(
        'behavior=',
        'flowable:collection="signers" flowable:elementVariable="one" behavior=',
      )
    const decision = xml
      .replace(loop, seats)
      .replace('<definitions ', '<definitions xmlns:flowable="http://flowable.org/bpmn" ')
    expect(await validate(decision, [{ name: 'signers', type: 'users' }])).toContainEqual(
      expect.objectContaining({ element: 'each', code: 'element_unsupported' }),
    )
  })

  it('WCP-35 Cancelling Partial Join for Multiple Instances: two of three are enough', async () => {
    const game = await play(countersign('<approval:decision mode="count" threshold="2"/>'))
    game.approve('many', 'p')
    expect(game.open()).toEqual(['many/q', 'many/r'])
    game.approve('many', 'r')
    expect(game.open()).toEqual(['next/next'])
  })

  it('WCP-36 Dynamic Partial Join for Multiple Instances: the share grows with those who are added', async () => {
    const game = await play(countersign('<approval:decision mode="ratio" threshold="50%"/>'))
    game.act('many', 'p', { kind: 'addSign', position: 'parallel', users: ['s', 't'] })
    game.approve('many', 'p')
    game.approve('many', 'q')
    expect(game.open()).not.toContain('next/next')
    game.approve('many', 't')
    expect(game.open()).toEqual(['next/next'])
  })

  it('WCP-43 Explicit Termination: a terminate event ends all that is still going on', async () => {
    const game = await play(
      bpmn(
        start +
          and('split') +
          user('left') +
          user('right') +
          end +
          '<endEvent id="stop"><terminateEventDefinition/></endEvent>' +
          flows('start -> split -> left -> stop', 'split -> right -> end'),
      ),
    )
    game.approve('left')
    expect(game.open()).toEqual([])
    expect(statusOf(game)).toBe('APPROVED')
  })
})

describe('unstructured processes', () => {
  it('an inclusive join waits for a token that can still come, across other gateways', async () => {
    const game = await play(
      bpmn(
        start +
          and('split') +
          user('a') +
          user('b') +
          xor('skip', 'skip_join') +
          user('c') +
          or('join') +
          user('last') +
          end +
          flows(
            'start -> split -> a -> join -> last -> end',
            'split -> b -> skip -> join',
            'skip -> c : late',
            'c -> end',
          ),
      ),
      { variables: { late: true } },
    )
    game.approve('a')
    expect(game.open()).toEqual(['b/b'])
    // b goes past the join: nothing can come any more, and the join fires with one token.
    game.approve('b')
    expect(game.open()).toEqual(['c/c', 'last/last'])
  })

  it('two inclusive joins in a circle do not wait for each other for ever', async () => {
    const game = await play(
      bpmn(
        start +
          and('split') +
          or('x') +
          or('y') +
          xor('xo', 'xo_end') +
          xor('yo', 'yo_end') +
          user('a') +
          user('b') +
          end +
          flows(
            'start -> split -> a -> x -> xo -> end',
            'xo -> y : false',
            'split -> b -> y -> yo -> end',
            'yo -> x : false',
          ),
      ),
    )
    game.approve('a')
    game.approve('b')
    expect(statusOf(game)).toBe('APPROVED')
  })

  it('a join that can never fire is reported, not hidden', async () => {
    const game = await play(
      bpmn(
        start +
          xor('choice', 'choice_a') +
          user('a') +
          user('b') +
          and('join') +
          end +
          flows('start -> choice -> a -> join -> end', 'choice -> b : false', 'b -> join'),
      ),
    )
    const { effects } = game.approve('a')
    expect(effects).toContainEqual({ kind: 'incident', node: 'join', reason: 'join_waits_forever' })
    expect(statusOf(game)).toBe('RUNNING')
  })

  it('a loop without people ends in a refusal, not in a hang', async () => {
    const game = await play(
      bpmn(
        start +
          xor('a') +
          xor('b', 'b_end') +
          end +
          flows('start -> a -> b -> end', 'b -> a : true'),
      ),
      { started: false },
    )
    expect(game.try({ kind: 'start', actor: { userId: 'ann' } })).toMatchObject({
      kind: 'refused',
      reason: 'step_budget_exceeded',
    })
  })
  it('conditions that look through each of a list for each of another are refused where they are many', async () => {
    const each = 'users.exists(u, users.exists(v, u == v + "x"))'
    const users = Array.from({ length: 500 }, (_, at) => `person ${at}`)
    const tryWith = async (condition: string, given: readonly string[]) => {
      const game = await play(
        bpmn(
          start +
            xor('choice', 'choice_a') +
            user('a') +
            user('b') +
            xor('merge') +
            end +
            flows(
              'start -> choice -> a -> merge -> end',
              `choice -> b : ${condition}`,
              'b -> merge',
            ),
        ),
        { started: false, variables: { users: given } },
      )
      return game.try({ kind: 'start', actor: { userId: 'ann' } })
    }
    const twice = `${each} || ${each}`
    expect(await tryWith(each, users)).toMatchObject({ kind: 'applied' })
    expect(await tryWith(twice, users)).toMatchObject({
      kind: 'refused',
      reason: 'step_budget_exceeded',
      names: ['choice_b'],
    })
    expect(await tryWith(twice, users.slice(0, 300))).toMatchObject({ kind: 'applied' })
  })
})
