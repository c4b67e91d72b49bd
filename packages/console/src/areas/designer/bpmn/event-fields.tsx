import { Checkbox, TextInput } from '@mantine/core'
import { useTranslation } from '../../../text/i18n.ts'
import { Choice } from '../rules/choice.tsx'
import {
  isThrown,
  readCalendar,
  readEvents,
  readSignal,
  SCOPES_OF_SIGNALS,
  TIMES,
  waitsForAll,
  writeCalendar,
  writeName,
  writeScope,
  writeTime,
  type NamedEvent,
  type TimeEvent,
} from './events.ts'
import type { Model, Shape } from './model.ts'
import { startedBy } from './unattended-start.ts'

interface Props<T> {
  readonly event: T
  /** Before the labels, where there are several events. */
  readonly number: string
  readonly disabled: boolean
  readonly onChange: (attributes: object) => void
  readonly create: Model['create']
}

/** What an event waits for or tells: times, or what has a name; of several any, or all of them. */
export function EventFields(props: {
  readonly model: Model
  readonly shape: Shape
  readonly disabled: boolean
}) {
  const { model, shape, disabled } = props
  const { t } = useTranslation('designer')
  const events = readEvents(shape.businessObject)
  const all = waitsForAll(shape.businessObject)
  return (
    <>
      {all !== undefined && (
        <Checkbox
          label={t('event.all')}
          description={t('event.hint.all')}
          checked={all}
          disabled={disabled}
          onChange={({ currentTarget: { checked } }) =>
            model.set(shape, { parallelMultiple: checked })
          }
        />
      )}
      {events.map((event, index) => (
        <OneEvent
          key={`${shape.id} ${index}`}
          model={model}
          shape={shape}
          event={event}
          number={events.length > 1 ? `${index + 1}. ` : ''}
          disabled={disabled}
        />
      ))}
    </>
  )
}

function OneEvent(props: {
  readonly model: Model
  readonly shape: Shape
  readonly event: TimeEvent | NamedEvent
  /** Which of several it is. */
  readonly number: string
  readonly disabled: boolean
}) {
  const { model, shape, event, number, disabled } = props
  const common = {
    disabled,
    number,
    create: model.create,
    onChange: (attributes: object) => model.setWithin(shape, event.holder, attributes),
  }
  if (event.on === 'time') {
    if (startedBy(shape.businessObject) === 'time')
      return <TimeFields event={event} words="start" {...common} />
    return (
      <>
        <TimeFields event={event} words="event" {...common} />
        <CalendarField model={model} shape={shape} number={number} disabled={disabled} />
      </>
    )
  }
  return (
    <>
      {/* Of another element, or after a change was undone, it begins with what is there. */}
      <NameField
        key={`${shape.id} ${event.name}`}
        event={event}
        hint={event.on === 'message' && isThrown(shape.businessObject) ? 'messageThrown' : event.on}
        {...common}
      />
      <ScopeField model={model} shape={shape} event={event} number={number} disabled={disabled} />
    </>
  )
}

const calendars = ['continuous', 'working'] as const

/** How the time of an event is counted. */
function CalendarField(props: {
  readonly model: Model
  readonly shape: Shape
  readonly number: string
  readonly disabled: boolean
}) {
  const { t } = useTranslation('designer')
  const { model, shape } = props
  const event = shape.businessObject
  return (
    <Choice
      label={props.number + t('steps.calendar')}
      values={calendars}
      name={(value) => t(`steps.calendars.${value}`)}
      value={readCalendar(event)}
      disabled={props.disabled}
      onChange={(next) =>
        model.set(shape, { extensionElements: writeCalendar(event, next, model.create) })
      }
    />
  )
}

/** Of a signal that is named: whether other approvals hear it. */
function ScopeField(props: {
  readonly model: Model
  readonly shape: Shape
  readonly event: NamedEvent
  readonly number: string
  readonly disabled: boolean
}) {
  const { t } = useTranslation('designer')
  const named = readSignal(props.event)
  if (named === undefined) return null
  const { signal, scope } = named
  return (
    <Choice
      label={props.number + t('event.scope')}
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
function NameField({
  event,
  hint,
  number,
  disabled,
  onChange,
  create,
}: Props<NamedEvent> & { readonly hint: NamedEvent['on'] | 'messageThrown' }) {
  const { t } = useTranslation('designer')
  return (
    <TextInput
      label={number + t(`event.${event.on}`)}
      description={t(`event.hint.${hint}`)}
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
  number,
  disabled,
  onChange,
  create,
}: Props<TimeEvent> & { readonly words: 'event' | 'start' }) {
  const { t } = useTranslation('designer')
  const { kind, text } = event
  return (
    <>
      <Choice
        label={number + t(`${words}.time`)}
        values={TIMES}
        name={(value) => t(`${words}.${value}`)}
        otherwise=""
        value={kind}
        disabled={disabled}
        onChange={(next) => onChange(writeTime(event, next, text, create))}
      />
      {kind !== undefined && (
        <TextInput
          label={number + t('event.when')}
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
