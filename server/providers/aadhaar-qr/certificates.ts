import { X509Certificate } from 'node:crypto'
import { readFile } from 'node:fs/promises'

const CERTIFICATE = /-----BEGIN CERTIFICATE-----[\s\S]+?-----END CERTIFICATE-----/g

/**
 * The certificates of a PEM file, one or several. Refuses a file without any, and keys of a kind
 * that never signs Aadhaar codes.
 */
export async function readCertificates(file: string): Promise<readonly X509Certificate[]> {
  const pems = (await readFile(file, 'utf8')).match(CERTIFICATE) ?? []
  if (pems.length === 0) throw new Error(`There is no certificate in ${file}.`)
  return pems.map(pem => {
    const certificate = new X509Certificate(pem)
    const { asymmetricKeyType, asymmetricKeyDetails } = certificate.publicKey
    if (asymmetricKeyType !== 'rsa' || asymmetricKeyDetails?.modulusLength !== 2048)
      throw new Error(`A certificate in ${file} has no RSA key of 2048 bits.`)
    return certificate
  })
}
