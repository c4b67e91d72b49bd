import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { LanguageMenu, SchemeMenu } from '../shared/menu/looks.tsx'
import { Panel } from '../shared/page/page.tsx'
import { BlockSkeleton } from '../shared/page/skeletons.tsx'
import { useTranslation } from '../text/i18n.ts'
import { ClosedShare } from './closed-share.tsx'
import { PasswordForm } from './password-form.tsx'
import { SharedHead } from './shared-head.tsx'
import { SharedPreview } from './shared-preview.tsx'
import { shareQuery } from './shares.ts'
import classes from './visitor.module.css'

interface Ticket {
  readonly ticket: string
  readonly expiresAt: string
  /** Nothing is begun with it any more; what was begun to be read goes on. */
  readonly isOver?: boolean
}

/** The page behind a share's address: what it is, the password when it has one, the file. */
export function SharedPage({ token }: { readonly token: string }) {
  const { t } = useTranslation('visitor')
  const [ticket, setTicket] = useState<Ticket>()
  useEndOf(ticket, () => {
    setTicket((held) => held && { ...held, isOver: true })
    void share.refetch()
  })
  const opened = { token, ticket: ticket?.ticket }
  const share = useQuery(shareQuery(opened))
  const isLocked = share.data?.passwordRequired === true && (ticket === undefined || ticket.isOver)
  const goesOn = ticket !== undefined && (share.data?.preview ?? null) !== null
  useEffect(() => {
    document.title = `${share.data?.title ?? t('lead')} · ${t('common:brand')}`
  }, [share.data, t])
  return (
    <div className={classes.frame}>
      <header className={classes.header}>
        <span className={classes.brand}>
          <img src="/console/mark.svg" alt="" width={26} height={26} />
          {t('common:brand')}
        </span>
        <LanguageMenu />
        <SchemeMenu />
      </header>
      <main className={classes.main}>
        <Panel>
          {share.isPending && <BlockSkeleton />}
          {share.isError && (
            <ClosedShare error={share.error} onRetry={() => void share.refetch()} />
          )}
          {share.isSuccess && (
            <SharedHead
              share={share.data}
              opened={isLocked ? undefined : opened}
              onFailed={() => void share.refetch()}
            />
          )}
          {share.isSuccess && isLocked && <PasswordForm held={opened} onOpen={setTicket} />}
        </Panel>
        {share.isSuccess && (!isLocked || goesOn) && (
          <SharedPreview share={share.data} opened={opened} />
        )}
      </main>
    </div>
  )
}

/** A ticket is good for some minutes; then the password is asked again, for all but what is read. */
function useEndOf(ticket: Ticket | undefined, end: () => void): void {
  useEffect(() => {
    if (ticket === undefined || ticket.isOver === true) return undefined
    const leftMs = new Date(ticket.expiresAt).getTime() - Date.now()
    const timer = setTimeout(end, Math.max(0, leftMs))
    return () => clearTimeout(timer)
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- the ticket alone sets the time
  }, [ticket])
}
