import { describe, expect, it } from 'vitest'
import { bpmn, end, flows, play, start, user } from '../testing.ts'

const statusOf = (game: Awaited<ReturnType<typeof play>>) => game.state().status
const xor = (id: string, fallback?: string) =>
  `<exclusiveGateway id="${id}"${fallback === undefined ? '' : ` default="${fallback}"`}/>`
const and = (id: string) => `<parallelGateway id="${id}"/>`
const or = (id: string, fallback?: string) =>
  `<inclusiveGateway id="${id}"${fallback === undefined ? '' : ` default="${fallback}"`}/>`

/** The workflow control-flow patterns, by their numbers in van der Aalst et al. and Russell et al. */
describe('workflow control-flow patterns', () => {
  it('1 sequence: the second person is asked after the first', async () => {
    const game = await play(
      bpmn(start + user('one') + user('two') + end + flows('start -> one -> two -> end')),
    )
    expect(game.open()).toEqual(['one/one'])
    game.approve('one')
    expect(game.open()).toEqual(['two/two'])
    game.approve('two')
    expect(statusOf(game)).toBe('APPROVED')
  })

  it('2 and 3 parallel split and synchronization: both are asked, and both must be done', async () => {
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
  ])('4 and 5 exclusive choice and simple merge: amount %d goes to %s', async (amount, node) => {
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
  })

  it.each([
    [{ a: true, b: true }, ['one/one', 'two/two']],
    [{ a: true, b: false }, ['one/one']],
    [{ a: false, b: false }, ['rest/rest']],
  ])('6 and 7 multi-choice and structured synchronizing merge with %j', async (variables, open) => {
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
  })

  it('8 multi-merge: what comes behind is done once for each token', async () => {
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

  it('10 and 21 arbitrary cycles and structured loop: round as long as the condition holds', async () => {
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
  })

  it('11 implicit termination: the approval ends when nothing is left, not before', async () => {
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

  it('13 multiple instances with design-time knowledge: three people named, all asked at once', async () => {
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

  it('14 multiple instances with run-time knowledge: one task for each user of a variable', async () => {
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

  it('19 and 20 cancel activity and cancel case: an administrator moves or ends it', async () => {
    const xml = bpmn(start + user('one') + user('two') + end + flows('start -> one -> two -> end'))
    const administrator = { userId: 'root', administrator: true }
    const moved = await play(xml)
    moved.must({ kind: 'jump', to: 'two', actor: administrator })
    expect(moved.open()).toEqual(['two/two'])
    const ended = await play(xml)
    ended.must({ kind: 'terminate', actor: administrator })
    expect(ended.open()).toEqual([])
    expect(ended.state().book.tokens).toEqual([])
    expect(statusOf(ended)).toBe('TERMINATED')
  })

  it('29 cancelling discriminator: the first decision takes the others their tasks', async () => {
    const game = await play(
      bpmn(
        start +
          user('any', 'p q r', '<approval:decision mode="any"/>') +
          end +
          flows('start -> any -> end'),
      ),
    )
    const { effects } = game.approve('any', 'q')
    const ended = effects.flatMap((effect) =>
      effect.kind === 'taskChanged' ? `${effect.task.assignee} ${effect.task.state}` : [],
    )
    expect(ended).toEqual(['q APPROVED', 'p CANCELLED', 'r CANCELLED'])
    expect(statusOf(game)).toBe('APPROVED')
  })

  it('43 explicit termination: a terminate event ends all that is still going on', async () => {
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
})
