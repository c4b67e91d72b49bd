import { readFile } from 'node:fs/promises'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { bpmn, end, flows, start, user, validate } from '../testing.ts'
import type { VariableDeclaration } from '../variables.ts'
import { compile, readDefinition } from './compile.ts'
import { DefinitionInvalid } from './problem.ts'
import { MAX_XML_BYTES, moddle } from './xml/xml.ts'

const declared: VariableDeclaration[] = [
  { name: 'amount', type: 'number' },
  { name: 'kind', type: 'string' },
  { name: 'urgent', type: 'boolean' },
  { name: 'due', type: 'date' },
  { name: 'buyer', type: 'user' },
  { name: 'signers', type: 'users' },
]

const problemsOf = async (content: string) =>
  (await validate(bpmn(content), declared)).map(({ element, code }) => `${element} ${code}`)

const xor = (id: string, fallback = '') =>
  `<exclusiveGateway id="${id}"${fallback === '' ? '' : ` default="${fallback}"`}/>`

const withEnds = (content: string, ...paths: string[]) => start + content + end + flows(...paths)

describe('structure', () => {
  it.each<[string, string, string[]]>([
    ['a dead end', start + user('a') + end + flows('start -> a', 'start -> end'), ['a dead_end']],
    [
      'an unreachable task',
      withEnds(user('a') + user('b'), 'start -> a -> end', 'b -> end'),
      ['b unreachable'],
    ],
    [
      'a process without an end',
      start + user('a') + flows('start -> a', 'a -> a'),
      ['approval end_missing', 'start no_way_to_end', 'a no_way_to_end'],
    ],
    ['no start', user('a') + end + flows('a -> end'), ['approval start_count']],
    [
      'two starts',
      withEnds('<startEvent id="other"/>' + user('a'), 'start -> a -> end', 'other -> a'),
      ['approval start_count'],
    ],
    [
      'a choice without default',
      withEnds(
        xor('x') + user('a') + user('b'),
        'start -> x',
        'x -> a : amount > 1',
        'x -> b : kind == "b"',
        'a -> end',
        'b -> end',
      ),
      ['x default_missing'],
    ],
    [
      'a flow that is neither default nor conditional',
      withEnds(xor('x', 'x_a') + user('a') + user('b'), 'start -> x -> a -> end', 'x -> b -> end'),
      ['x_b condition_missing'],
    ],
    [
      'conditions on a parallel gateway',
      withEnds(
        '<parallelGateway id="p"/>' + user('a') + user('b'),
        'start -> p',
        'p -> a : urgent',
        'p -> b -> end',
        'a -> end',
      ),
      ['p_a condition_misplaced'],
    ],
    [
      'a default that leaves elsewhere',
      withEnds(xor('x', 'start_x') + user('a'), 'start -> x -> a -> end'),
      ['x default_unknown'],
    ],
    [
      'a loop that asks nobody',
      withEnds(
        xor('x') + xor('y', 'y_end') + user('a'),
        'start -> x -> y -> end',
        'y -> x : urgent',
        'end -> a',
        'a -> end',
      ).replace(flows('end -> a'), flows('y -> a : amount > 1')),
      ['x loop_without_task'],
    ],
    [
      'a parallel join behind an exclusive choice',
      withEnds(
        xor('x', 'x_a') + user('a') + user('b') + '<parallelGateway id="j"/>',
        'start -> x -> a -> j -> end',
        'x -> b : urgent',
        'b -> j',
      ),
      ['j join_impossible'],
    ],
    [
      'a task that names nobody',
      withEnds('<userTask id="a"/>', 'start -> a -> end'),
      ['a candidates_missing'],
    ],
    [
      'a service task that does nothing',
      withEnds('<serviceTask id="a"/>', 'start -> a -> end'),
      ['a service_unknown'],
    ],
  ])('finds %s, and says what to do', async (_what, content, problems) => {
    expect(await problemsOf(content)).toEqual(problems)
    for (const { message } of await validate(bpmn(content), declared)) {
      expect(message).toMatch(/: |needs|must|give|name/)
    }
  })

  it.each<[string, string]>([
    [
      'two conditions of which one always holds',
      withEnds(
        xor('x') + user('a') + user('b'),
        'start -> x',
        'x -> a : ${amount > 1000}',
        'x -> b : ${amount <= 1000}',
        'a -> end',
        'b -> end',
      ),
    ],
    [
      'a variable and its negation',
      withEnds(
        xor('x') + user('a') + user('b'),
        'start -> x',
        'x -> a : ${urgent}',
        'x -> b : ${!urgent}',
        'a -> end',
        'b -> end',
      ),
    ],
    [
      'a parallel join behind an inclusive split',
      withEnds(
        '<inclusiveGateway id="o" default="o_a"/>' +
          user('a') +
          user('b') +
          '<parallelGateway id="j"/>',
        'start -> o -> a -> j -> end',
        'o -> b : urgent',
        'b -> j',
      ),
    ],
    [
      'a loop with a task in it, and a join inside the loop',
      withEnds(
        xor('in') +
          '<parallelGateway id="p"/><parallelGateway id="j"/>' +
          user('a') +
          user('b') +
          xor('out', 'out_end'),
        'start -> in -> p -> a -> j -> out -> end',
        'p -> b -> j',
        'out -> in : urgent',
      ),
    ],
    [
      'a task with conditional flows and a default',
      withEnds(
        user('t').replace('<userTask id="t"', '<userTask id="t" default="t_a"') +
          user('a') +
          user('b'),
        'start -> t -> a -> end',
        't -> b : urgent',
        'b -> end',
      ),
    ],
    [
      'documentation, lanes, artifacts and data',
      withEnds(
        '<documentation>x</documentation><laneSet id="ls"><lane id="l"><flowNodeRef>a</flowNodeRef></lane></laneSet>' +
          user('a') +
          '<dataObject id="do"/><dataObjectReference id="dr" dataObjectRef="do"/><textAnnotation id="ta"><text>note</text></textAnnotation>',
        'start -> a -> end',
      ),
    ],
  ])('has nothing against %s', async (_what, content) => {
    expect(await problemsOf(content)).toEqual([])
  })
})

describe('elements', () => {
  it.each([
    ['scriptTask', '<scriptTask id="e"/>'],
    ['event-based gateway', '<eventBasedGateway id="e" instantiate="true"/>'],
    [
      'boundaryEvent',
      '<boundaryEvent id="e" attachedToRef="a"><linkEventDefinition name="l"/></boundaryEvent>',
    ],
    [
      'intermediateCatchEvent',
      '<intermediateCatchEvent id="e"><errorEventDefinition/></intermediateCatchEvent>',
    ],
    ['endEvent', '<endEvent id="e"><conditionalEventDefinition/></endEvent>'],
    [
      'escalationEventDefinition',
      '<boundaryEvent id="e" attachedToRef="a"><escalationEventDefinition/></boundaryEvent>',
    ],
  ])('refuses %s by name', async (name, xml) => {
    const problems = await validate(bpmn(withEnds(user('a') + xml, 'start -> a -> end')), declared)
    expect(problems).toContainEqual({
      element: 'e',
      code: 'element_unsupported',
      message: expect.stringContaining(name) as string,
    })
  })

  it.each([
    [
      'a conditional start',
      '<startEvent id="start"><conditionalEventDefinition/></startEvent>',
      'start',
    ],
    [
      'an event sub-process without an event',
      '<startEvent id="start"/><subProcess id="s" triggeredByEvent="true"><startEvent id="in"/></subProcess>',
      'in',
    ],
  ])('refuses %s', async (_what, xml, element) => {
    const content = xml + user('a') + end + flows('start -> a -> end')
    expect(await problemsOf(content)).toContain(`${element} element_unsupported`)
  })

  it.each([
    ['an unknown element', '<dance id="d"/>', 'element_unknown'],
    ['a repeated id', user('a'), 'id_duplicate'],
    [
      'a flow to nowhere',
      '<sequenceFlow id="f" sourceRef="a" targetRef="zz"/>',
      'reference_unknown',
    ],
    ['an unknown attribute', '<userTask id="b" colour="red"/>', 'xml_warning'],
    ['an element without id', '<userTask/>', 'id_missing'],
  ])('turns a warning of the parser into a problem: %s', async (_what, xml, code) => {
    const problems = await validate(bpmn(withEnds(user('a') + xml, 'start -> a -> end')), declared)
    expect(problems.map((problem) => problem.code)).toContain(code)
  })
})

describe('expressions', () => {
  const conditionOf = (condition: string) =>
    withEnds(
      xor('x', 'x_end') + user('a'),
      'start -> x -> end',
      `x -> a : ${condition}`,
      'a -> end',
    )

  it.each([
    'amount > 1000',
    '${amount > 1000}',
    'amount + 1 >= 2.5 && kind != "x"',
    'amount == 1000',
    'has(variables.amount) && amount > 1',
    'size(signers) > 2 || initiator in signers',
    'date(due) < date("2026-12-31")',
    'kind in ["a"] || size([]) == 0',
    'outcomes.a == "rejected"',
  ])('accepts %s', async (condition) => {
    expect(await problemsOf(conditionOf(condition))).toEqual([])
  })

  it.each([
    ['amount', 'expression_type'],
    ['amount > "x"', 'expression_type'],
    ['amonut > 1', 'expression_type'],
    ['kind + 1 == 2', 'expression_type'],
    ['amount >', 'expression_invalid'],
    ['kind.matches("(a+)+$")', 'expression_invalid'],
    ['signers.all(x, signers.all(y, x + y in signers))', 'expression_invalid'],
    ['execution.getVariable("x")', 'expression_type'],
    ['kind in []', 'condition_unfinished'],
    ['amount > 1 && !(buyer in [])', 'condition_unfinished'],
  ])('refuses %s', async (condition, code) => {
    expect(await problemsOf(conditionOf(condition))).toContain(`x_a ${code}`)
  })

  it('refuses people from a variable that holds none', async () => {
    const task = (name: string) =>
      `<userTask id="a"><extensionElements><approval:candidates>
        <approval:candidate kind="variable" name="${name}"/></approval:candidates></extensionElements></userTask>`
    const problems = (name: string) => problemsOf(withEnds(task(name), 'start -> a -> end'))
    expect(await problems('signers')).toEqual([])
    expect(await problems('buyer')).toEqual([])
    expect(await problems('amount')).toEqual(['a variable_type'])
    expect(await problems('nobody')).toEqual(['a variable_unknown'])
  })
})

describe('extensions', () => {
  it.each([
    ['<approval:decision mode="most"/>', 'value_invalid'],
    ['<approval:decision mode="ratio"/>', 'threshold_invalid'],
    ['<approval:decision mode="ratio" threshold="1.5"/>', 'threshold_invalid'],
    ['<approval:decision mode="count" threshold="1.5"/>', 'threshold_invalid'],
    ['<approval:decision mod="all"/>', 'xml_warning'],
    ['<approval:decison mode="all"/>', 'element_unknown'],
    ['<approval:policy onEmpty="users"/>', 'value_invalid'],
    ['<approval:policy duplicates="sometimes"/>', 'value_invalid'],
    ['<approval:return to="nobody"/>', 'value_invalid'],
    ['<approval:actions forbid="dance"/>', 'value_invalid'],
    ['<approval:fields><approval:field name="amount"/></approval:fields>', 'value_invalid'],
    [
      '<approval:fields><approval:field name="zz" access="read"/></approval:fields>',
      'variable_unknown',
    ],
  ])('refuses %s', async (extension, code) => {
    const problems = await problemsOf(withEnds(user('a', 'a', extension), 'start -> a -> end'))
    expect(problems.map((problem) => problem.split(' ').at(-1))).toContain(code)
  })

  it.each([
    ['<approval:candidate kind="wizard"/>', 'candidate_kind_unknown'],
    ['<approval:candidate kind="role"/>', 'candidate_incomplete'],
    ['<approval:candidate kind="managerLine" from="0"/>', 'value_invalid'],
    ['<approval:candidate kind="managerLine" from="3" to="2"/>', 'value_invalid'],
    ['<approval:candidate kind="departmentLeader" level="1.5"/>', 'value_invalid'],
    ['<approval:candidate kind="expression" value="amount > 1"/>', 'expression_type'],
  ])('refuses the candidate %s', async (candidate, code) => {
    const task = `<userTask id="a"><extensionElements><approval:candidates>${candidate}</approval:candidates></extensionElements></userTask>`
    const problems = await problemsOf(withEnds(task, 'start -> a -> end'))
    expect(problems.map((problem) => problem.split(' ').at(-1))).toContain(code)
  })

  it('reads the namespace under any prefix', async () => {
    const xml = bpmn(withEnds(user('a'), 'start -> a -> end')).replaceAll('approval:', 'q:')
    expect(await validate(xml.replace('xmlns:q:', 'xmlns:q'), declared)).not.toEqual([])
    expect(
      await validate(
        xml.replace('xmlns:approval', 'xmlns:q').replace('id="approval"', 'id="p"'),
        [],
      ),
    ).toEqual([])
  })
})

describe('hostile documents', () => {
  it('refuses a document type, also hidden behind a comment', async () => {
    const xml = bpmn(withEnds(user('a'), 'start -> a -> end'))
    const evil = xml.replace('?>', '?><!-- x --><!DOCTYPE d [<!ENTITY e "x">]>')
    expect(await validate(evil, [])).toMatchObject([{ code: 'xml_doctype' }])
    const harmless = xml.replace('?>', '?><!-- <!DOCTYPE d> -->')
    expect(await validate(harmless, [])).toEqual([])
  })

  it.each(['<!--', '<![CDATA[', '<!-- -->', '<a>', '<a/>'])(
    'refuses a document that is nothing but %s by counting, before it is parsed',
    async (piece) => {
      const parsed = vi.spyOn(moddle(), 'fromXML')
      onTestFinished(() => parsed.mockRestore())
      const xml = piece.repeat(Math.floor(MAX_XML_BYTES / piece.length))

      expect((await validate(xml, [])).map(({ code }) => code)).toEqual(['xml_too_large'])
      expect(parsed).not.toHaveBeenCalled()
    },
  )

  it('answers a document without any tag', async () => {
    const xml = '${'.repeat(MAX_XML_BYTES / 2)
    expect((await validate(xml, [])).map(({ code }) => code)).toEqual(['xml_unreadable'])
  })

  it('takes names of the prototype as any other id', async () => {
    const xml = bpmn(
      start +
        user('__proto__', 'a') +
        user('constructor', 'b') +
        end +
        flows('start -> __proto__ -> constructor -> end'),
    )
    expect(await validate(xml, [])).toEqual([])
    expect([...(await compile(xml)).nodes.keys()]).toEqual([
      'start',
      '__proto__',
      'constructor',
      'end',
    ])
    expect(Object.getPrototypeOf({})).toBe(Object.prototype)
  })

  it('refuses what is too large, in bytes and in elements', async () => {
    expect(await validate(' '.repeat(MAX_XML_BYTES + 1), [])).toMatchObject([
      { code: 'xml_too_large' },
    ])
    const many = Array.from({ length: 501 }, (_, index) => `<parallelGateway id="g${index}"/>`)
    const path = ['start', ...many.map((_, index) => `g${index}`), 'end'].join(' -> ')
    const xml = bpmn(start + many.join('') + end + flows(path))
    expect(await validate(xml, [])).toMatchObject([{ code: 'process_too_large' }])
  })

  it('looks no further where a process is too large', async () => {
    const faulty = (_: unknown, index: number) => `<userTask id="u${index}"/>`
    const many = Array.from({ length: 6000 }, faulty).join('')
    const { problems } = await readDefinition(bpmn(start + many + end))
    expect(problems.at(-1)).toMatchObject({ code: 'process_too_large' })
    expect(problems.length).toBeLessThan(1100)
  })

  it('names a hundred problems, and how many more there are', async () => {
    const lost = Array.from({ length: 150 }, (_, index) => `<userTask id="t${index}"/>`)
    const found = await validate(bpmn(withEnds(lost.join(''), 'start -> end')), declared)
    expect(found).toHaveLength(101)
    const [last] = found.slice(-1)
    expect(last).toMatchObject({
      code: 'problems_left_out',
      message: expect.stringMatching(/^\d+ more/),
    })
  })

  it('answers a question about joins that has more plays than could be played', async () => {
    const tasks = Array.from({ length: 14 }, (_, index) => `t${index}`)
    const forks = tasks.map((id) => xor(`x${id}`, `x${id}_${id}`) + user(id))
    const paths = tasks.flatMap((id) => [`p -> x${id} -> ${id} -> j`, `x${id} -> j : urgent`])
    const gateways = '<parallelGateway id="p"/><parallelGateway id="j"/>'
    const content = withEnds(gateways + forks.join(''), 'start -> p', 'j -> end', ...paths)
    expect(await problemsOf(content)).toEqual(['j join_impossible'])
  })

  it.each([
    ['beside it', 'false'],
    ['in its place, when the first has come', 'true'],
  ])('lets two events of one task come together at a join: the second %s', async (_how, ends) => {
    const hours = (id: string, after: number, cancels: string) =>
      `<boundaryEvent id="${id}" attachedToRef="t" cancelActivity="${cancels}"><timerEventDefinition><timeDuration>PT${after}H</timeDuration></timerEventDefinition></boundaryEvent>`
    const events = hours('b1', 1, 'false') + hours('b2', 2, ends)
    const content = user('t') + events + '<parallelGateway id="j"/>'
    const paths = ['start -> t -> end', 'b1 -> j', 'b2 -> j -> end']
    expect(await problemsOf(withEnds(content, ...paths))).toEqual([])
  })

  it('lets an event of a task that is done again come with each turn', async () => {
    const again = '<standardLoopCharacteristics loopMaximum="3"/></userTask>'
    const event =
      '<boundaryEvent id="b" attachedToRef="t" cancelActivity="false"><timerEventDefinition><timeDuration>PT1H</timeDuration></timerEventDefinition></boundaryEvent>'
    const content =
      user('t').replace('</userTask>', again) +
      event +
      xor('x', 'x_j') +
      user('u') +
      '<parallelGateway id="j"/>'
    const paths = ['start -> t -> end', 'b -> x -> j', 'x -> u : urgent', 'u -> j -> end']
    const problems = await problemsOf(withEnds(content, ...paths))
    expect(problems).toEqual([])
    expect(await problemsOf(withEnds(content.replace(again, '</userTask>'), ...paths))).toEqual([
      'j join_impossible',
    ])
  })

  it.each(['', 'nonsense', '<a/>', '<definitions', '{"a":1}', '\u0000'])(
    'refuses %j without an error of its own',
    async (xml) => {
      expect((await validate(xml, [])).length).toBeGreaterThan(0)
      await expect(compile(xml)).rejects.toThrow(DefinitionInvalid)
    },
  )
})

describe('processes', () => {
  it('wants exactly one that is executable', async () => {
    const xml = bpmn(withEnds(user('a'), 'start -> a -> end'))
    expect(await validate(xml.replace('isExecutable="true"', ''), [])).toMatchObject([
      { code: 'process_missing' },
    ])
    const process = /<process[\s\S]*<\/process>/.exec(xml)?.[0] ?? ''
    const second = process.replaceAll(/id="/g, 'id="z').replaceAll(/Ref="/g, 'Ref="z')
    const codes = (
      await validate(xml.replace('</definitions>', `${second}</definitions>`), [])
    ).map(({ code }) => code)
    expect(codes).toContain('process_repeated')
  })
})

describe('the source of the limits', () => {
  it('allows in the database what it allows here', async () => {
    const migration = await readFile(
      new URL('../../../migrations/0002_definitions.sql', import.meta.url),
      'utf8',
    )
    expect(migration).toContain(`between 1 and ${MAX_XML_BYTES})`)
  })
})

it.each(['\u0000', '\u0001', '\u000b', '\ud83d', '\uffff'])(
  'refuses %j, a character that no XML has',
  async (character) => {
    const xml = bpmn(start + user('a') + end + flows('start -> a -> end')).replace(
      'Approval',
      `Approval ${character}`,
    )
    expect(await validate(xml, [])).toEqual([
      expect.objectContaining({ element: '', code: 'xml_unreadable' }),
    ])
  },
)
