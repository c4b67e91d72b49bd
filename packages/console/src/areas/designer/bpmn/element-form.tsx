import { Stack, Text, TextInput } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { RulesForm } from '../rules/rules-form.tsx'
import type { Rules } from '../rules/rules.ts'
import { readRules, writeRules, type ModdleElement } from './extensions.ts'
import type { Model, Shape } from './model.ts'

interface Props {
  readonly model: Model
  readonly shape: Shape | undefined
  readonly disabled: boolean
}

/** What the chosen element says: its name, and what only its kind has. */
export function ElementForm({ model, shape, disabled }: Props) {
  const { t } = useTranslation('designer')
  if (shape === undefined) return <Text c="dimmed">{t('bpmn.choose')}</Text>
  return (
    <Stack>
      <Text size="xs" c="dimmed">
        {shape.type.replace(/^bpmn:/, '')} · {shape.id}
      </Text>
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
      {shape.type === 'bpmn:CallActivity' && (
        <TextMember
          label={t('bpmn.calledElement')}
          shape={shape}
          member="calledElement"
          disabled={disabled}
          onChange={(calledElement) => model.set(shape, { calledElement })}
        />
      )}
    </Stack>
  )
}

function TaskRules({ model, shape, disabled }: Props & { readonly shape: Shape }) {
  const [rules, setRules] = useState<Rules>(() => readRules(shape.businessObject))
  return (
    <RulesForm
      rules={rules}
      disabled={disabled}
      onChange={(next) => {
        setRules(next)
        const extensionElements = writeRules(shape.businessObject, next, model.create)
        model.set(shape, { extensionElements })
      }}
    />
  )
}

/** A condition is an element of its own in BPMN; without a text there is none. */
function Condition({ model, shape, disabled }: Props & { readonly shape: Shape }) {
  const { t } = useTranslation('designer')
  const present = shape.businessObject.get('conditionExpression') as ModdleElement | undefined
  const [body, setBody] = useState(textOf(present, 'body'))
  return (
    <TextInput
      label={t('bpmn.condition')}
      description={t('bpmn.conditionHint')}
      placeholder="amount > 1000.0"
      ff="monospace"
      value={body}
      disabled={disabled}
      onChange={({ currentTarget }) => {
        const { value } = currentTarget
        setBody(value)
        const conditionExpression =
          value.trim() === '' ? undefined : model.create('bpmn:FormalExpression', { body: value })
        model.set(shape, { conditionExpression })
      }}
    />
  )
}

function TextMember(props: {
  readonly label: string
  readonly shape: Shape
  readonly member: string
  readonly disabled: boolean
  readonly onChange: (value: string | undefined) => void
}) {
  const { shape, member } = props
  const [value, setValue] = useState(textOf(shape.businessObject, member))
  return (
    <TextInput
      label={props.label}
      value={value}
      disabled={props.disabled}
      onChange={({ currentTarget }) => {
        setValue(currentTarget.value)
        props.onChange(currentTarget.value === '' ? undefined : currentTarget.value)
      }}
    />
  )
}

function textOf(element: ModdleElement | undefined, member: string): string {
  const value = element?.get(member)
  return typeof value === 'string' ? value : ''
}
