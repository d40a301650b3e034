/** SHA-256 and HMAC-SHA-256. Browsers offer theirs only to pages of this machine or behind https: not over a plain LAN. */

import { hmac } from '@noble/hashes/hmac.js'
import { sha256 } from '@noble/hashes/sha2.js'
import { bytesToHex, hexToBytes, utf8ToBytes } from '@noble/hashes/utils.js'

export const toHex = bytesToHex
/** Throws where the text is no hexadecimal. */
export const fromHex = hexToBytes

/** The SHA-256 of the bytes that a hexadecimal text writes, in hexadecimal. */
export const hashOfHex = (text: string): string => toHex(sha256(fromHex(text)))

export const keyedHash = (key: Uint8Array, message: string): Uint8Array => hmac(sha256, key, utf8ToBytes(message))
