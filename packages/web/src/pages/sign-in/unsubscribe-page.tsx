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
    <SmallPage title="No more mail of this kind">
      {refusing.error ? <ErrorState error={refusing.error} /> : null}
      {refusing.isSuccess ? (
        <Text size="sm" role="status">
          You get no more mail of this kind. Under your profile you can change your mind.
        </Text>
      ) : (
        <>
          <Text size="sm">Mail that you need to use your account safely is still sent.</Text>
          <Button disabled={code === ''} loading={refusing.isPending} onClick={() => refusing.mutate()}>
            Unsubscribe
          </Button>
        </>
      )}
      <Anchor component={Link} to="/profile" size="sm" underline="always">
        Your profile
      </Anchor>
    </SmallPage>
  )
}
