/** Result code of one submitted event (contract §3). Codes 0, 1 and 2 are given; the meaning of 3 is our choice. */
export const RESULT_CODES = { accepted: 0, userNotFound: 1, locationNotFound: 2, refused: 3 } as const
export type ResultCode = (typeof RESULT_CODES)[keyof typeof RESULT_CODES]

/** Message for an event that is already stored; its code is 0. */
export const ALREADY_RECORDED = 'Already recorded'
