import { Button, Group, Text, Title } from '@mantine/core'
import { ApiProblem } from '../../api/problem.ts'
import { useTranslation } from '../../text/i18n.ts'
import { detailOf, kindOf, kindOfRead, mayRetry, titleOf, type ErrorKind } from './error-words.ts'
import { Illustration } from './illustration.tsx'
import { SignInAgain } from './sign-in-again.tsx'
import classes from './states.module.css'

/** What went wrong in words, the problem's code for whoever is asked for help, and a way on. */
export function ErrorState({
  error,
  onRetry,
  isPage = false,
}: {
  readonly error: unknown
  /** It is all that the page says. */
  readonly isPage?: boolean
  readonly onRetry?: (() => void) | undefined
}) {
  const { t } = useTranslation('common')
  const kind = kindOfRead(error)
  return (
    <div className={classes.state} role="alert">
      <Illustration icon={kind === 'notFound' ? 'search' : 'alert'} />
      <Title order={isPage ? 1 : 2} size="h2">
        <ErrorTitle error={error} kind={kind} />
      </Title>
      <Text className={classes.hint}>
        <ErrorHint error={error} kind={kind} />
      </Text>
      <Group mt="sm">
        {kind === 'ended' && <SignInAgain />}
        {onRetry !== undefined && mayRetry(error) && (
          <Button variant="default" onClick={onRetry}>
            {t('action.retry')}
          </Button>
        )}
        {(kind === 'notFound' || kind === 'forbidden' || kind === 'fault') && (
          <Button variant="default" component="a" href="/console/">
            {t('action.home')}
          </Button>
        )}
      </Group>
      <ErrorCode error={error} />
    </div>
  )
}

interface Words {
  readonly error: unknown
  readonly kind?: ErrorKind
}

export function ErrorTitle({ error, kind = kindOf(error) }: Words) {
  const { t } = useTranslation('common')
  if (kind === 'refused') return titleOf(error)
  return kind === 'fault' ? t('error.unexpected') : t(`error.${kind}`)
}

export function ErrorHint({ error, kind = kindOf(error) }: Words) {
  const { t } = useTranslation('common')
  const said = detailOf(error)
  if (kind === 'refused' || kind === 'fault') return said === titleOf(error) ? '' : (said ?? '')
  const hint = t(`error.${kind}Hint`)
  // The service's own words say more than ours about what it refused.
  return said === undefined || kind === 'notFound' ? hint : `${said} ${hint}`
}

/** Code and request id, as the service's log has them. */
export function ErrorCode({ error }: { readonly error: unknown }) {
  const { t } = useTranslation('common')
  const body = error instanceof ApiProblem ? error.body : undefined
  const code = body?.code ?? (error instanceof Error ? error.name : 'unknown')
  return (
    <div className={classes.code}>
      {t('error.code')} {code}
      {body?.requestId !== undefined && ` · ${t('error.request')} ${body.requestId}`}
    </div>
  )
}
