import { Button, Group, Modal, Progress, Stack, Text, Textarea } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useEffect, useRef, type KeyboardEvent } from 'react'
import { ErrorAlert } from '../../../shared/page/error-alert.tsx'
import { useTranslation } from '../../../text/i18n.ts'
import classes from '../inbox.module.css'
import type { TaskListItem } from '../queries.ts'
import { hasFailed, type Outcome, type Pending } from './decide.ts'
import { useDecision } from './use-decision.ts'

const shown = 5

/** Asks for the words that go with a decision on one task or many, and says what became of each. */
export function DecideDialog(props: {
  readonly pending: Pending
  readonly onClose: () => void
  /** The tasks that are decided now. */
  readonly onDecided: (tasks: readonly TaskListItem[]) => void
}) {
  const { t } = useTranslation('inbox')
  const { pending, onClose, onDecided } = props
  const decision = useDecision(pending, onDecided, onClose)
  const isApproving = pending.action === 'approve'
  const count = pending.tasks.length
  return (
    <Modal
      opened
      onClose={onClose}
      title={t(isApproving ? 'batch.approveTitle' : 'batch.rejectTitle', { count })}
      centered
      // What is under way may still fail: that is said here.
      closeOnClickOutside={!decision.isRunning}
      closeOnEscape={!decision.isRunning}
      withCloseButton={!decision.isRunning}
      closeButtonProps={{ 'aria-label': t('common:action.close') }}
    >
      {decision.outcomes === undefined ? (
        <form
          onSubmit={(event) => {
            event.preventDefault()
            decision.submit()
          }}
        >
          <Stack>
            <Names tasks={pending.tasks} />
            <Comment decision={decision} isApproving={isApproving} />
            {(decision.isRunning || decision.done > 0) && count > 1 && (
              <Running done={decision.done} total={count} />
            )}
            <ErrorAlert error={decision.error} />
            <Buttons decision={decision} pending={pending} onClose={onClose} />
          </Stack>
        </form>
      ) : (
        <Results outcomes={decision.outcomes} onClose={onClose} />
      )}
    </Modal>
  )
}

type UsedDecision = ReturnType<typeof useDecision>

function Comment(props: { readonly decision: UsedDecision; readonly isApproving: boolean }) {
  const { t } = useTranslation('inbox')
  const { decision, isApproving } = props
  const submitByKey = (event: KeyboardEvent) => {
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) decision.submit()
  }
  return (
    <Textarea
      data-autofocus
      label={t(isApproving ? 'batch.comment' : 'batch.reason')}
      description={isApproving ? undefined : t('batch.reasonNeeded')}
      required={!isApproving}
      autosize
      minRows={2}
      maxRows={8}
      maxLength={4000}
      value={decision.comment}
      onChange={(event) => decision.setComment(event.currentTarget.value)}
      onKeyDown={submitByKey}
    />
  )
}

function Buttons(props: {
  readonly decision: UsedDecision
  readonly pending: Pending
  readonly onClose: () => void
}) {
  const { t } = useTranslation('inbox')
  const { decision, onClose } = props
  const { action } = props.pending
  return (
    <Group justify="flex-end">
      <Button variant="default" onClick={onClose} disabled={decision.isRunning}>
        {t('common:action.cancel')}
      </Button>
      <Button
        type="submit"
        color={action === 'approve' ? 'brand' : 'red'}
        disabled={decision.needsReason}
        loading={decision.isRunning}
      >
        {t(`batch.${action}`)}
      </Button>
    </Group>
  )
}

function Names({ tasks }: { readonly tasks: readonly TaskListItem[] }) {
  const { t } = useTranslation('inbox')
  const rest = tasks.length - shown
  return (
    <div>
      <ul className={classes.names}>
        {tasks.slice(0, shown).map(({ taskNo, instance }) => (
          <li key={taskNo}>{instance.title}</li>
        ))}
      </ul>
      {rest > 0 && (
        <Text size="sm" c="dimmed" pl="lg">
          {t('batch.andMore', { count: rest })}
        </Text>
      )}
    </div>
  )
}

function Running({ done, total }: { readonly done: number; readonly total: number }) {
  const { t } = useTranslation('inbox')
  return (
    <div>
      <Text size="sm" role="status">
        {t('batch.running', { done, total })}
      </Text>
      <Progress value={(100 * done) / total} aria-hidden />
    </div>
  )
}

function Results(props: { readonly outcomes: readonly Outcome[]; readonly onClose: () => void }) {
  const { t } = useTranslation('inbox')
  const failed = props.outcomes.filter(hasFailed)
  const succeeded = props.outcomes.length - failed.length
  const close = useRef<HTMLButtonElement>(null)
  // What had the focus has gone with the form.
  useEffect(() => close.current?.focus(), [])
  return (
    <Stack>
      <div role="status">
        {succeeded > 0 && <Text>{t('batch.succeeded', { count: succeeded })}</Text>}
        <Text>{t('batch.failed', { count: failed.length })}</Text>
      </div>
      <ul className={classes.results}>
        {failed.map(({ task, problem }) => (
          <li key={task.taskNo}>
            <Link to="/tasks/$taskNo" params={{ taskNo: task.taskNo }} onClick={props.onClose}>
              {task.instance.title}
            </Link>
            <Text size="sm">
              {problem?.needsChoice === true
                ? t('batch.needsChoice')
                : (problem?.detail ?? problem?.title)}
            </Text>
            <Text size="xs" c="dimmed">
              {task.taskNo} · {problem?.code}
            </Text>
          </li>
        ))}
      </ul>
      <Group justify="flex-end">
        <Button ref={close} onClick={props.onClose}>
          {t('common:action.close')}
        </Button>
      </Group>
    </Stack>
  )
}
