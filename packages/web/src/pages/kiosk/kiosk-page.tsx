import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useLocation } from '@tanstack/react-router'
import { type ReactNode, useEffect, useState } from 'react'
import { showScreenIn } from '../../language/language.ts'
import classes from './kiosk.module.css'
import { KioskBoard } from './kiosk-board.tsx'
import { useColorsOfScreen, useWakeLock } from './use-screen.ts'
import { type KioskState, watchKiosk } from './watch-kiosk.ts'

/** What a screen on the wall shows, by the secret behind the # of its link. It needs no hand, and has no session. */
export const KioskPage = () => {
  const { hash: secret } = useLocation()
  const [state, setState] = useState<KioskState>()
  useWakeLock()
  useColorsOfScreen(state?.kiosk?.colors ?? undefined)
  useEffect(() => (secret === '' ? undefined : watchKiosk(secret, setState)), [secret])
  const language = state?.kiosk?.language
  useEffect(() => {
    if (language !== undefined) showScreenIn(language)
  }, [language])
  const name = state?.kiosk?.screenName
  useEffect(() => {
    document.title = `${name ?? t`Kiosk screen`} · Rollcall`
  }, [name])

  if (secret === '')
    return (
      <Notice title={t`This link is not complete`}>
        <Trans>Open the whole link of the screen, with everything behind the #.</Trans>
      </Notice>
    )
  if (state?.status === 'refused')
    return state.kiosk ? (
      <Notice title={t`This link was revoked`}>
        <Trans>Or it has expired. An administrator can create another one under Administration, Kiosk screens.</Trans>
      </Notice>
    ) : (
      <Notice title={t`This link does not work`}>
        <Trans>
          It was revoked, has expired or is incomplete. An administrator can create another one under Administration, Kiosk
          screens.
        </Trans>
      </Notice>
    )
  if (!state?.kiosk)
    return (
      <Notice title={state?.status === 'away' ? t`No connection` : t`Loading`}>
        {state?.status === 'away' ? <Trans>The screen goes on by itself as soon as the service answers.</Trans> : null}
      </Notice>
    )
  return <KioskBoard kiosk={state.kiosk} clockOffset={state.clockOffset} isAway={state.status === 'away'} secret={secret} />
}

const Notice = ({ title, children }: { title: string; children: ReactNode }) => (
  <main className={classes.notice} aria-live="polite">
    <h1>{title}</h1>
    <p>{children}</p>
  </main>
)
