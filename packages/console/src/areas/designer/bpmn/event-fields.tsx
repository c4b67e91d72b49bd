import { TextInput } from '@mantine/core'
import { useTranslation } from '../../../text/i18n.ts'
import { Choice } from '../rules/choice.tsx'
import {
  readEvent,
  readSignal,
  SCOPES_OF_SIGNALS,
  TIMES,
  writeName,
  writeScope,
  writeTime,
  type NamedEvent,
  type TimeEvent,
} from './events.ts'
import type { Model, Shape } from './model.ts'
import { isTimedStart } from './timed-start.ts'

interface Props<T> {
  readonly event: T
  readonly disabled: boolean
  readonly onChange: (attributes: object) => void
  readonly create: Model['create']
}

/** What an event waits for or tells: a time, or something that has a name. */
export function EventFields(props: {
  readonly model: Model
  readonly shape: Shape
  readonly disabled: boolean
}) {
  const { model, shape, disabled } = props
  const event = readEvent(shape.businessObject)
  if (event === undefined) return null
  const common = {
    disabled,
    create: model.create,
    onChange: (attributes: object) => model.setWithin(shape, event.holder, attributes),
  }
  return event.on === 'time' ? (
    <TimeFields
      event={event}
      words={isTimedStart(shape.businessObject) ? 'start' : 'event'}
      {...common}
    />
  ) : (
    <>
      {/* Of another element, or after a change was undone, it begins with what is there. */}
      <NameField key={`${shape.id} ${event.name}`} event={event} {...common} />
      <ScopeField model={model} shape={shape} event={event} disabled={disabled} />
    </>
  )
}

/** Of a signal that is named: whether other approvals hear it. */
function ScopeField(props: {
  readonly model: Model
  readonly shape: Shape
  readonly event: NamedEvent
  readonly disabled: boolean
}) {
  const { t } = useTranslation('designer')
  const named = readSignal(props.event)
  if (named === undefined) return null
  const { signal, scope } = named
  return (
    <Choice
      label={t('event.scope')}
      description={t('event.hint.scope')}
      values={SCOPES_OF_SIGNALS}
      name={(value) => t(`event.scopes.${value}`)}
      value={scope}
      disabled={props.disabled}
      onChange={(next) => props.model.setWithin(props.shape, signal, writeScope(next))}
    />
  )
}

/** Written when it is left: of each letter there would be a message of its own in the document. */
function NameField({ event, disabled, onChange, create }: Props<NamedEvent>) {
  const { t } = useTranslation('designer')
  return (
    <TextInput
      label={t(`event.${event.on}`)}
      description={t(`event.hint.${event.on}`)}
      defaultValue={event.name}
      disabled={disabled}
      onBlur={({ currentTarget }) => {
        const name = currentTarget.value.trim()
        if (name !== event.name) onChange(writeName(event, name, create))
      }}
    />
  )
}

function TimeFields({
  event,
  words,
  disabled,
  onChange,
  create,
}: Props<TimeEvent> & { readonly words: 'event' | 'start' }) {
  const { t } = useTranslation('designer')
  const { kind, text } = event
  return (
    <>
      <Choice
        label={t(`${words}.time`)}
        values={TIMES}
        name={(value) => t(`${words}.${value}`)}
        otherwise=""
        value={kind}
        disabled={disabled}
        onChange={(next) => onChange(writeTime(event, next, text, create))}
      />
      {kind !== undefined && (
        <TextInput
          label={t('event.when')}
          description={t(`${words}.hint.${kind}`)}
          value={text}
          disabled={disabled}
          onChange={({ currentTarget: { value } }) =>
            onChange(writeTime(event, kind, value, create))
          }
        />
      )}
    </>
  )
}
