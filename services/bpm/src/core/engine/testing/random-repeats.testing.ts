import type { Loop, Repeat } from './random-blocks.testing.ts'

const each =
  '<extensionElements><approval:each value="[&quot;x&quot;, &quot;y&quot;, &quot;z&quot;]" as="one"/></extensionElements>'
const multiInstance = (inside: string, sequential = false, behavior = '') =>
  `<multiInstanceLoopCharacteristics isSequential="${sequential}"${behavior}>${inside}</multiInstanceLoopCharacteristics>`
/** How calls are many. */
export const loops: Readonly<Record<Loop, string>> = {
  none: '',
  count: multiInstance('<loopCardinality>v0 ? 2 : (v1 ? 1 : 0)</loopCardinality>'),
  each: multiInstance(each),
  inturn: multiInstance(each, true),
  until: multiInstance(
    `${each}<completionCondition>nrOfCompletedInstances / nrOfInstances > 0.5</completionCondition>`,
  ),
}

const someTimes = '<loopCardinality>v0 ? 2 : (v1 ? 1 : 0)</loopCardinality>'
/** How other activities are done again. */
export const repeats: Readonly<Record<Repeat, string>> = {
  while:
    '<standardLoopCharacteristics loopMaximum="3"><loopCondition>v2</loopCondition></standardLoopCharacteristics>',
  before:
    '<standardLoopCharacteristics testBefore="true" loopMaximum="2"><loopCondition>v3</loopCondition></standardLoopCharacteristics>',
  most: '<standardLoopCharacteristics loopMaximum="2"/>',
  times: multiInstance(someTimes, true),
  until: multiInstance(
    '<loopCardinality>3</loopCardinality><completionCondition>nrOfCompletedInstances >= 1</completionCondition>',
    true,
  ),
  atOnce: multiInstance(someTimes),
  eachAtOnce: multiInstance(each),
  tells: multiInstance(
    '<loopCardinality>2</loopCardinality>',
    true,
    ' behavior="None" noneBehaviorEventRef="SD"',
  ),
  tellsFirst: multiInstance(
    '<loopCardinality>2</loopCardinality>',
    false,
    ' behavior="One" oneBehaviorEventRef="SD"',
  ),
  tellsEnough: multiInstance(
    '<loopCardinality>3</loopCardinality><complexBehaviorDefinition><condition>v4 || nrOfCompletedInstances >= 2</condition><event><signalEventDefinition signalRef="S"/></event></complexBehaviorDefinition>',
    false,
    ' behavior="Complex"',
  ),
  tellsEnoughInTurn: multiInstance(
    '<loopCardinality>3</loopCardinality><complexBehaviorDefinition><condition>v4</condition><event><signalEventDefinition signalRef="S"/></event></complexBehaviorDefinition>',
    true,
    ' behavior="Complex"',
  ),
  enough: multiInstance(
    '<loopCardinality>3</loopCardinality><completionCondition>nrOfCompletedInstances >= 1</completionCondition>',
  ),
}
