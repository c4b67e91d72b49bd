// Tasks of the document itself that a call activity runs, instead of another process.
import { readUserTask } from './activities.ts'
import type { Base, DraftNode, Reader } from '../drafts.ts'
import { refuseForeign } from '../foreign/foreign.ts'
import { allowedOn, refuseMisplaced } from '../xml/placement.ts'
import { elementOf, elementsOf, localName, textOf, type ModdleElement } from '../xml/xml.ts'

const global = /^bpmn:Global(?:Task|ManualTask|UserTask|ScriptTask|BusinessRuleTask)$/

/** The task that a call activity means; undefined where it means a process. */
export function calledTaskOf(call: ModdleElement): ModdleElement | undefined {
  const called = textOf(call, 'calledElement').trim()
  if (call.$type !== 'bpmn:CallActivity' || called === '') return undefined
  let root = call
  while (root.$parent !== undefined) root = root.$parent
  return elementsOf(root, 'rootElements').find(
    (one) => global.test(one.$type) && textOf(one, 'id') === called,
  )
}

/** The call as the task that it runs: there, with what is said of the task. */
export function readCalledTask(
  call: ModdleElement,
  task: ModdleElement,
  base: Base,
  reader: Reader,
): DraftNode | undefined {
  const { id } = base
  const { foreign, report } = reader
  refuseForeign(foreign, id, call)
  refuseMisplaced(call, id, report, [])
  const loop = elementOf(call, 'loopCharacteristics')
  if (loop?.$type === 'bpmn:MultiInstanceLoopCharacteristics') {
    const message =
      'multi-instance is not supported for a call of a task: draw the task itself where it is done'
    report(id, 'element_unsupported', message)
    return undefined
  }
  switch (task.$type) {
    case 'bpmn:GlobalTask':
    case 'bpmn:GlobalManualTask':
      refuseForeign(foreign, id, task)
      return { ...base, kind: 'pass' }
    case 'bpmn:GlobalUserTask':
      refuseMisplaced(task, id, report, allowedOn('bpmn:UserTask'))
      return { ...base, kind: 'userTask', ...readUserTask(task, id, reader) }
    default: {
      const message = `${localName(task)} is not supported: draw the task itself where it is done`
      report(id, 'element_unsupported', message)
      return undefined
    }
  }
}
