import { Button, Group, Modal, Progress, Stack, Text, Textarea } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState, type KeyboardEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { ErrorAlert } from '../../shared/error-alert.tsx'
import { notifyDone } from '../../shared/notify.ts'
import { decideTasks, type Decision, type Outcome } from './decide.ts'
import classes from './inbox.module.css'
import type { TaskListItem } from './queries.ts'
import { refreshInbox } from './refresh.ts'

export interface Pending {
  readonly action: Decision
  readonly tasks: readonly TaskListItem[]
}

const shown = 5

/** Asks for the words that go with a decision on one task or many, and says what became of each. */
export function DecideDialog(props: {
  readonly pending: Pending
  readonly onClose: () => void
  /** The tasks that are decided now. */
  readonly onDecided: (tasks: readonly TaskListItem[]) => void
}) {
  const { t } = useTranslation(['inbox', 'common'])
  const { action, tasks } = props.pending
  const [comment, setComment] = useState('')
  const [done, setDone] = useState(0)
  const queryClient = useQueryClient()
  const decide = useMutation({
    mutationFn: () => decideTasks(tasks, { action, comment: comment.trim() }, setDone),
    onSuccess: (outcomes) => {
      const decided = outcomes
        .filter(({ problem }) => problem === undefined)
        .map(({ task }) => task)
      refreshInbox(queryClient, decided)
      props.onDecided(decided)
      if (outcomes.some(({ problem }) => problem !== undefined)) return
      const count = outcomes.length
      notifyDone(t(action === 'approve' ? 'batch.allApproved' : 'batch.allRejected', { count }))
      props.onClose()
    },
  })
  const needsReason = action === 'reject' && comment.trim() === ''
  const submit = () => {
    if (!needsReason && !decide.isPending) decide.mutate()
  }
  const submitByKey = (event: KeyboardEvent) => {
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) submit()
  }
  const count = tasks.length
  return (
    <Modal
      opened
      onClose={props.onClose}
      title={t(action === 'approve' ? 'batch.approveTitle' : 'batch.rejectTitle', { count })}
      centered
      closeOnClickOutside={!decide.isPending}
      closeButtonProps={{ 'aria-label': t('common:action.close') }}
    >
      {decide.data === undefined ? (
        <form
          onSubmit={(event) => {
            event.preventDefault()
            submit()
          }}
        >
          <Stack>
            <Names tasks={tasks} />
            <Textarea
              data-autofocus
              label={t(action === 'approve' ? 'batch.comment' : 'batch.reason')}
              description={action === 'reject' ? t('batch.reasonNeeded') : undefined}
              required={action === 'reject'}
              autosize
              minRows={2}
              maxRows={8}
              maxLength={4000}
              value={comment}
              onChange={(event) => setComment(event.currentTarget.value)}
              onKeyDown={submitByKey}
            />
            {decide.isPending && count > 1 && <Running done={done} total={count} />}
            <ErrorAlert error={decide.error} />
            <Group justify="flex-end">
              <Button variant="default" onClick={props.onClose}>
                {t('common:action.cancel')}
              </Button>
              <Button
                type="submit"
                color={action === 'approve' ? 'brand' : 'red'}
                disabled={needsReason}
                loading={decide.isPending}
              >
                {t(`batch.${action}`)}
              </Button>
            </Group>
          </Stack>
        </form>
      ) : (
        <Results outcomes={decide.data} onClose={props.onClose} />
      )}
    </Modal>
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
  const { t } = useTranslation(['inbox', 'common'])
  const failed = props.outcomes.filter(({ problem }) => problem !== undefined)
  const succeeded = props.outcomes.length - failed.length
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
        <Button data-autofocus onClick={props.onClose}>
          {t('common:action.close')}
        </Button>
      </Group>
    </Stack>
  )
}
