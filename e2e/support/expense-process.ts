/** Manager approval; above 1000 a countersign of everyone with the role finance. */
export const expenseProcess = (key: string) => `<?xml version="1.0" encoding="UTF-8"?>
<definitions xmlns="http://www.omg.org/spec/BPMN/20100524/MODEL"
    xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance"
    xmlns:approval="urn:countersign:bpmn:1" targetNamespace="urn:example:expense">
  <process id="${key}" name="Expense" isExecutable="true">
    <startEvent id="start" />
    <sequenceFlow id="toManager" sourceRef="start" targetRef="manager" />
    <userTask id="manager" name="Manager approval">
      <extensionElements>
        <approval:candidates><approval:candidate kind="managerLine" from="1" to="1" /></approval:candidates>
        <approval:policy onInitiator="manager" />
        <approval:return to="any" resubmit="rerun" />
      </extensionElements>
    </userTask>
    <sequenceFlow id="toAmount" sourceRef="manager" targetRef="amount" />
    <exclusiveGateway id="amount" name="Above 1000?" default="toEnd" />
    <sequenceFlow id="toFinance" sourceRef="amount" targetRef="finance">
      <conditionExpression xsi:type="tFormalExpression">\${amount > 1000}</conditionExpression>
    </sequenceFlow>
    <sequenceFlow id="toEnd" sourceRef="amount" targetRef="end" />
    <userTask id="finance" name="Countersign of finance">
      <extensionElements>
        <approval:candidates><approval:candidate kind="role" ref="finance" /></approval:candidates>
        <approval:decision mode="all" reject="any" />
        <approval:policy onInitiator="skip" />
        <approval:return to="any" resubmit="rerun" />
      </extensionElements>
    </userTask>
    <sequenceFlow id="fromFinance" sourceRef="finance" targetRef="end" />
    <endEvent id="end" />
  </process>
</definitions>`
