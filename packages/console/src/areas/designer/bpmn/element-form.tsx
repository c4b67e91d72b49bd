import { Stack, Text, TextInput } from '@mantine/core'
import { useContext } from 'react'
import { useTranslation } from '../../../text/i18n.ts'
import { ConditionField } from '../conditions/condition-field.tsx'
import { DrawnProcessContext } from '../drawn-process.ts'
import { TableSelect } from '../decision-tables/table-select.tsx'
import { ElementFaults } from '../problems/element-faults.tsx'
import { RulesForm } from '../rules/rules-form.tsx'
import { EnoughFields } from './enough-fields.tsx'
import { EventFields } from './event-fields.tsx'
import { readRules, readTable, writeRules, writeTable } from './extensions.ts'
import { textOf, type ModdleElement } from './moddle.ts'
import type { Model, Shape } from './model.ts'
import { QuantityFields } from './quantity-fields.tsx'
import { mayRepeat, readRepetition, writeRepetition } from './repetition.ts'
import { RepetitionFields } from './repetition-fields.tsx'
import { ServiceFields } from './service-fields.tsx'
import { startedBy, readUnattendedStart, writeUnattendedStart } from './unattended-start.ts'
import { UnattendedStartFields } from './unattended-start-fields.tsx'

interface Props {
  readonly model: Model
  readonly shape: Shape
  readonly disabled: boolean
}

/**
 * What the chosen element says: its name, and what only its kind has. Read from the document each
 * time, so that it is right after a change was undone.
 */
export function ElementForm({ model, shape, disabled }: Props) {
  const { t } = useTranslation('designer')
  const type = shape.type.replace(/^bpmn:/, '')
  // What the service does not run has no word of ours, and a problem that says so.
  const typeName = t(`bpmn.type.${type as 'UserTask'}`, { defaultValue: type })
  return (
    <Stack>
      <Text size="xs" c="dimmed">
        {typeName} · {shape.id}
      </Text>
      {shape.type !== 'bpmn:SequenceFlow' && <ElementFaults of={shape.id} />}
      <TextMember
        label={t('field.name')}
        shape={shape}
        member="name"
        disabled={disabled}
        onChange={(name) => model.set(shape, { name })}
      />
      {shape.type === 'bpmn:UserTask' && (
        <TaskRules model={model} shape={shape} disabled={disabled} />
      )}
      {shape.type === 'bpmn:SequenceFlow' && (
        <Condition model={model} shape={shape} disabled={disabled} />
      )}
      {shape.type === 'bpmn:BusinessRuleTask' && (
        <TableSelect
          label={t('bpmn.decisionTable')}
          value={readTable(shape.businessObject)}
          disabled={disabled}
          onChange={(ref) => {
            const extensionElements = writeTable(shape.businessObject, ref, model.create)
            model.set(shape, { extensionElements })
          }}
        />
      )}
      {shape.type === 'bpmn:CallActivity' && (
        <Called model={model} shape={shape} disabled={disabled} />
      )}
      <ServiceFields model={model} shape={shape} disabled={disabled} />
      <EnoughFields model={model} shape={shape} disabled={disabled} />
      <EventFields model={model} shape={shape} disabled={disabled} />
      <UnattendedStart model={model} shape={shape} disabled={disabled} />
      <Repetition model={model} shape={shape} disabled={disabled} />
      <QuantityFields key={shape.id} model={model} shape={shape} disabled={disabled} />
    </Stack>
  )
}

function Called({ model, shape, disabled }: Props) {
  const { t } = useTranslation('designer')
  return (
    <TextMember
      label={t('bpmn.calledElement')}
      description={t('bpmn.calledHint')}
      shape={shape}
      member="calledElement"
      disabled={disabled}
      onChange={(calledElement) => model.set(shape, { calledElement })}
    />
  )
}

function TaskRules({ model, shape, disabled }: Props) {
  return (
    <RulesForm
      rules={readRules(shape.businessObject)}
      disabled={disabled}
      isDrawn
      onChange={(next) => {
        const extensionElements = writeRules(shape.businessObject, next, model.create)
        model.set(shape, { extensionElements })
      }}
    />
  )
}

function UnattendedStart({ model, shape, disabled }: Props) {
  const event = shape.businessObject
  const by = startedBy(event)
  if (by === undefined) return null
  return (
    <UnattendedStartFields
      by={by}
      start={readUnattendedStart(event)}
      disabled={disabled}
      onChange={(next) => {
        const extensionElements = writeUnattendedStart(event, next, model.create)
        model.set(shape, { extensionElements })
      }}
    />
  )
}

function Repetition({ model, shape, disabled }: Props) {
  const activity = shape.businessObject
  if (!mayRepeat(activity)) return null
  return (
    <RepetitionFields
      repetition={readRepetition(activity)}
      disabled={disabled}
      onChange={(next) => {
        const loopCharacteristics = writeRepetition(activity, next, model.create)
        model.set(shape, { loopCharacteristics })
      }}
    />
  )
}

/** A condition is an element of its own in BPMN; without a text there is none. */
function Condition({ model, shape, disabled }: Props) {
  const { t } = useTranslation('designer')
  const { faults } = useContext(DrawnProcessContext)
  const present = shape.businessObject.get('conditionExpression') as ModdleElement | undefined
  return (
    <ConditionField
      label={t('bpmn.condition')}
      value={textOf(present, 'body')}
      faults={faults.get(shape.id) ?? []}
      disabled={disabled}
      onChange={(body) => {
        const conditionExpression =
          body === undefined ? undefined : model.create('bpmn:FormalExpression', { body })
        model.set(shape, { conditionExpression })
      }}
    />
  )
}

function TextMember(props: {
  readonly label: string
  readonly description?: string
  readonly shape: Shape
  readonly member: string
  readonly disabled: boolean
  readonly onChange: (value: string | undefined) => void
}) {
  const { shape, member } = props
  return (
    <TextInput
      label={props.label}
      description={props.description}
      value={textOf(shape.businessObject, member)}
      disabled={props.disabled}
      onChange={({ currentTarget }) =>
        props.onChange(currentTarget.value === '' ? undefined : currentTarget.value)
      }
    />
  )
}
