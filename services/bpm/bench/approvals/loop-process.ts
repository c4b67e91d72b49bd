import { toUser, userTask } from '../../src/testing/processes.ts'

/** Comes back to the same person for as long as the amount is large. */
export const loopProcess = `<?xml version="1.0" encoding="UTF-8"?>
<definitions xmlns="http://www.omg.org/spec/BPMN/20100524/MODEL"
  xmlns:approval="urn:countersign:bpmn:1" targetNamespace="http://test">
<process id="loop" name="Loop" isExecutable="true">
  <startEvent id="start"/><exclusiveGateway id="again"/>
  ${userTask('work', { candidates: toUser('first') })}
  <exclusiveGateway id="more" default="f5"/><endEvent id="end"/>
  <sequenceFlow id="f1" sourceRef="start" targetRef="again"/>
  <sequenceFlow id="f2" sourceRef="again" targetRef="work"/>
  <sequenceFlow id="f3" sourceRef="work" targetRef="more"/>
  <sequenceFlow id="f4" sourceRef="more" targetRef="again">
    <conditionExpression>amount &gt; 1000</conditionExpression>
  </sequenceFlow>
  <sequenceFlow id="f5" sourceRef="more" targetRef="end"/>
</process></definitions>`
