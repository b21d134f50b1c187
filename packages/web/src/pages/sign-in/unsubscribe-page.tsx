import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Anchor, Button, Text } from '@mantine/core'
import { Link, useLocation } from '@tanstack/react-router'
import { call } from '../../api/call.ts'
import { useAction } from '../../api/use-action.ts'
import { ErrorState } from '../../components/states.tsx'
import { SmallPage } from './small-page.tsx'

/** Refuses a kind of mail. It asks first, because mail programs open links to look at them. */
export const UnsubscribePage = () => {
  const { hash: code } = useLocation()
  const refusing = useAction({ mutationFn: () => call('unsubscribe', { query: { code } }) })
  return (
    <SmallPage title={t`No more mail of this kind`}>
      {refusing.error ? <ErrorState error={refusing.error} /> : null}
      {refusing.isSuccess ? (
        <Text size="sm" role="status">
          <Trans>You get no more mail of this kind. Under your profile you can change your mind.</Trans>
        </Text>
      ) : (
        <>
          <Text size="sm">
            <Trans>Mail that you need to use your account safely is still sent.</Trans>
          </Text>
          <Button disabled={code === ''} loading={refusing.isPending} onClick={() => refusing.mutate()}>
            <Trans>Unsubscribe</Trans>
          </Button>
        </>
      )}
      <Anchor component={Link} to="/profile" size="sm" underline="always">
        <Trans>Your profile</Trans>
      </Anchor>
    </SmallPage>
  )
}
