/** Models of our own in the shapes of the other tools' designers. For tests. */
export const flowLongExpense = {
  key: 'expense',
  name: '费用报销',
  nodeConfig: {
    nodeName: '发起人',
    nodeKey: 'begin',
    type: 0,
    nodeAssigneeList: [],
    childNode: {
      nodeName: '主管',
      nodeKey: 'boss',
      type: 1,
      setType: 2,
      examineLevel: 1,
      examineMode: 1,
      typeOfApprove: 1,
      approveSelf: 1,
      rejectStrategy: 1,
      rejectStart: 2,
      termAuto: true,
      term: 48,
      termMode: 1,
      remind: true,
      extendConfig: { remindTime: '1:d', formConfig: [{ id: '17', opera: '1' }] },
      allowTransfer: false,
      childNode: {
        nodeName: '金额',
        nodeKey: 'size',
        type: 4,
        conditionNodes: [
          {
            nodeName: '其他',
            nodeKey: 'size-default',
            type: 3,
            priorityLevel: 2,
            conditionList: [],
          },
          {
            nodeName: '大额',
            nodeKey: 'size-1',
            type: 3,
            priorityLevel: 1,
            conditionList: [
              [
                { label: '金额', field: 'amount', operator: '>', value: '1000', type: 'form' },
                { label: '类型', field: 'kind', operator: '!=', value: 'gift', type: 'custom' },
              ],
              [{ label: '类型', field: 'kind', operator: 'include', value: 'car', type: 'custom' }],
            ],
            childNode: {
              nodeName: '财务',
              nodeKey: 'finance',
              type: 1,
              setType: 1,
              nodeAssigneeList: [
                { id: 'fay', name: 'Fay', weight: 60 },
                { id: 'fred', name: 'Fred', weight: 40 },
              ],
              examineMode: 4,
              passWeight: 60,
              rejectStrategy: 4,
            },
          },
        ],
        childNode: {
          nodeName: '抄送',
          nodeKey: 'tell',
          type: 2,
          allowSelection: false,
          nodeAssigneeList: [{ id: 'cat', name: 'Cat' }],
          childNode: { nodeName: '结束', nodeKey: 'over', type: -1 },
        },
      },
    },
  },
}

export const warmFlowLeave = {
  flowCode: 'leave',
  flowName: '请假',
  modelValue: 'CLASSICS',
  version: '1',
  nodeList: [
    {
      nodeType: 0,
      nodeCode: 'begin',
      nodeName: '开始',
      nodeRatio: '0',
      coordinate: '100,200|100,200',
      skipList: [{ nowNodeCode: 'begin', nextNodeCode: 'submit', skipType: 'PASS' }],
    },
    {
      nodeType: 1,
      nodeCode: 'submit',
      nodeName: '提交',
      nodeRatio: '0',
      skipList: [{ nowNodeCode: 'submit', nextNodeCode: 'days', skipType: 'PASS' }],
    },
    {
      nodeType: 3,
      nodeCode: 'days',
      skipList: [
        {
          nowNodeCode: 'days',
          nextNodeCode: 'board',
          skipName: '长假',
          skipType: 'PASS',
          skipCondition: 'gt@@days|7',
        },
        { nowNodeCode: 'days', nextNodeCode: 'boss', skipType: 'PASS' },
      ],
    },
    {
      nodeType: 1,
      nodeCode: 'boss',
      nodeName: '经理',
      permissionFlag: 'role:boss@@bob',
      nodeRatio: '0',
      skipList: [
        { nowNodeCode: 'boss', nextNodeCode: 'over', skipType: 'PASS' },
        { nowNodeCode: 'boss', nextNodeCode: 'submit', skipType: 'REJECT' },
      ],
    },
    {
      nodeType: 1,
      nodeCode: 'board',
      nodeName: '董事会',
      permissionFlag: 'u1@@u2@@u3',
      nodeRatio: '50',
      formCustom: 'N',
      skipList: [{ nowNodeCode: 'board', nextNodeCode: 'over', skipType: 'PASS' }],
    },
    { nodeType: 2, nodeCode: 'over', nodeName: '结束', skipList: [] },
  ],
}

/** A user task as RuoYi's designers write it. */
export const ruoYiTask = (attributes: string, loop = ''): string =>
  `<definitions xmlns="http://www.omg.org/spec/BPMN/20100524/MODEL" xmlns:flowable="http://flowable.org/bpmn" targetNamespace="http://www.flowable.org/processdef">
  <process id="leave" name="请假" isExecutable="true" flowable:processCategory="oa">
    <startEvent id="start"/><sequenceFlow id="f1" sourceRef="start" targetRef="a"/>
    <userTask id="a" name="审批" ${attributes}>${loop}</userTask>
    <sequenceFlow id="f2" sourceRef="a" targetRef="end"/><endEvent id="end"/>
  </process>
</definitions>`

export const ruoYiLoop = (completion: string, isSequential = false): string =>
  `<multiInstanceLoopCharacteristics isSequential="${isSequential}" flowable:collection="\${multiInstanceHandler.getUserIds(execution)}" flowable:elementVariable="assignee"><completionCondition>${completion}</completionCondition></multiInstanceLoopCharacteristics>`
