export const APPROVAL_NAMESPACE = 'urn:countersign:bpmn:1'

const text = (name: string) => ({ name, isAttr: true, type: 'String' })
const element = (
  name: string,
  attributes: readonly string[],
  children: readonly object[] = [],
) => ({
  name,
  superClass: ['Element'],
  properties: [...attributes.map(text), ...children],
})
const many = (name: string, type: string) => ({ name, type, isMany: true })

/**
 * The extension elements, in the form bpmn-moddle takes. Attributes are all text here: bpmn-moddle
 * turns a wrong number into NaN silently, and `rules.ts` can say what is wrong with it.
 */
export const approvalPackage = {
  name: 'Approval',
  uri: APPROVAL_NAMESPACE,
  prefix: 'approval',
  xml: { tagAlias: 'lowerCase' },
  types: [
    element('Candidates', [], [many('candidate', 'Candidate')]),
    element('Candidate', [
      'kind',
      'ref',
      'level',
      'from',
      'to',
      'direction',
      'name',
      'value',
      'weight',
      'atLeast',
    ]),
    element('Decision', ['mode', 'threshold', 'reject', 'rejectThreshold', 'onReject', 'error']),
    element('Policy', ['onEmpty', 'users', 'onInitiator', 'duplicates']),
    element('Return', ['to', 'resubmit']),
    element('Change', ['open', 'decided']),
    element('Separation', ['nodes', 'rounds']),
    element('Actions', ['forbid']),
    element('Comment', ['approve', 'reject', 'return', 'transfer', 'delegate', 'addSign']),
    element('Fields', [], [many('field', 'Field')]),
    element('Field', ['name', 'access']),
    element('Copy', []),
    element('Callback', ['name']),
    element('DecisionTable', ['ref']),
    element('Auto', ['otherwise'], [many('rule', 'Rule')]),
    element('Call', ['inheritVariables', 'onReject'], [many('in', 'In'), many('out', 'Out')]),
    element('Each', ['value', 'as']),
    element('In', ['source', 'target']),
    element('Out', ['source', 'target']),
    element('Rule', ['when', 'result']),
    element('Result', ['value']),
    element('Due', ['in', 'at', 'decision', 'calendar']),
    element('Remind', ['in', 'at', 'calendar', 'times']),
    element('Escalate', ['in', 'at', 'calendar'], [many('candidate', 'Candidate')]),
    element('Timeout', ['in', 'at', 'calendar', 'result']),
    element('Timing', ['calendar']),
    element('Start', ['initiator', 'bizId', 'title', 'missed'], [many('value', 'Value')]),
    element('Value', ['name', 'value']),
    element('Imported', ['name', 'value', 'outcome', 'wins']),
    // The one attribute of ours on an element of BPMN.
    { name: 'SignalScope', extends: ['bpmn:Signal'], properties: [text('scope')] },
  ],
}
