export interface SeedDefinition {
  readonly bizType: string
  readonly key: string
  readonly name: string
  readonly bpmnXml: string
}

const head = `<?xml version="1.0" encoding="UTF-8"?>
<definitions xmlns="http://www.omg.org/spec/BPMN/20100524/MODEL" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" xmlns:approval="urn:countersign:bpmn:1" targetNamespace="urn:countersign:demo">`

const managerTask = `
    <userTask id="manager" name="Manager approval">
      <extensionElements>
        <approval:candidates>
          <approval:candidate kind="managerLine" from="1" to="1"/>
        </approval:candidates>
        <approval:decision mode="all" reject="any"/>
        <approval:policy onEmpty="administrators" onInitiator="manager" duplicates="none"/>
        <approval:return to="any" resubmit="rerun"/>
      </extensionElements>
    </userTask>`

const expense = `${head}
  <process id="expense" name="Expense approval" isExecutable="true">
    <startEvent id="start"/>
    <sequenceFlow id="toManager" sourceRef="start" targetRef="manager"/>${managerTask}
    <sequenceFlow id="toAmount" sourceRef="manager" targetRef="amount"/>
    <exclusiveGateway id="amount" name="More than 1000?" default="small"/>
    <sequenceFlow id="small" sourceRef="amount" targetRef="end"/>
    <sequenceFlow id="large" name="yes" sourceRef="amount" targetRef="finance">
      <conditionExpression xsi:type="tFormalExpression">\${amount > 1000}</conditionExpression>
    </sequenceFlow>
    <userTask id="finance" name="Finance countersign">
      <extensionElements>
        <approval:candidates>
          <approval:candidate kind="role" ref="finance"/>
        </approval:candidates>
        <approval:decision mode="all" reject="any"/>
        <approval:policy onEmpty="administrators" onInitiator="skip" duplicates="none"/>
        <approval:return to="any" resubmit="rerun"/>
      </extensionElements>
    </userTask>
    <sequenceFlow id="toEnd" sourceRef="finance" targetRef="end"/>
    <endEvent id="end"/>
  </process>
</definitions>
`

const document = `${head}
  <process id="document" name="Document approval" isExecutable="true">
    <startEvent id="start"/>
    <sequenceFlow id="toManager" sourceRef="start" targetRef="manager"/>${managerTask}
    <sequenceFlow id="toEnd" sourceRef="manager" targetRef="end"/>
    <endEvent id="end"/>
  </process>
</definitions>
`

/** One process for each business type of the demonstration. */
export const definitions: readonly SeedDefinition[] = [
  { bizType: 'expense', key: 'expense', name: 'Expense approval', bpmnXml: expense },
  { bizType: 'dms.document', key: 'document', name: 'Document approval', bpmnXml: document },
]
