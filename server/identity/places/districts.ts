/**
 * The districts of India, as `code name`, sorted by name, under the code of their state or union
 * territory. The name of a state is a message (`place.state.27`). The codes are those of the
 * government's Local Government Directory, which never change; new districts get new ones.
 */
export const DISTRICTS_BY_STATE: Readonly<Record<string, string>> = {
  // Andaman and Nicobar Islands
  35: '603 Nicobars, 632 North and Middle Andaman, 602 South Andaman',
  // Andhra Pradesh
  28: '745 Alluri Sitharama Raju, 744 Anakapalli, 502 Anantapur, 753 Annamayya, 750 Bapatla, 503 Chittoor, 505 East Godavari, 748 Eluru, 506 Guntur, 746 Kakinada, 747 Konaseema, 510 Krishna, 511 Kurnool, 749 NTR, 755 Nandyal, 751 Palnadu, 743 Parvathipuram Manyam, 517 Prakasam, 515 SPSR Nellore, 754 Sri Sathya Sai, 519 Srikakulam, 752 Tirupati, 520 Visakhapatnam, 521 Vizianagaram, 523 West Godavari, 504 Y.S.R.',
  // Arunachal Pradesh
  12: '628 Anjaw, 229 Changlang, 230 Dibang Valley, 231 East Kameng, 232 East Siang, 718 Kamle, 677 Kra Daadi, 233 Kurung Kumey, 724 Leparada, 234 Lohit, 666 Longding, 235 Lower Dibang Valley, 719 Lower Siang, 236 Lower Subansiri, 678 Namsai, 723 Pakke Kessang, 237 Papum Pare, 725 Shi Yomi, 679 Siang, 238 Tawang, 239 Tirap, 240 Upper Siang, 241 Upper Subansiri, 242 West Kameng, 243 West Siang',
  // Assam
  18: '739 Bajali, 616 Baksa, 280 Barpeta, 705 Biswanath, 281 Bongaigaon, 282 Cachar, 708 Charaideo, 612 Chirang, 283 Darrang, 284 Dhemaji, 285 Dhubri, 286 Dibrugarh, 299 Dima Hasao, 287 Goalpara, 288 Golaghat, 289 Hailakandi, 709 Hojai, 290 Jorhat, 291 Kamrup, 618 Kamrup Metropolitan, 292 Karbi Anglong, 293 Karimganj, 294 Kokrajhar, 295 Lakhimpur, 706 Majuli, 296 Marigaon, 297 Nagaon, 298 Nalbari, 300 Sivasagar, 301 Sonitpur, 707 South Salmara Mancachar, 756 Tamulpur, 302 Tinsukia, 617 Udalguri, 710 West Karbi Anglong',
  // Bihar
  10: '188 Araria, 611 Arwal, 189 Aurangabad, 190 Banka, 191 Begusarai, 192 Bhagalpur, 193 Bhojpur, 194 Buxar, 195 Darbhanga, 196 Gaya, 197 Gopalganj, 198 Jamui, 199 Jehanabad, 200 Kaimur (Bhabua), 201 Katihar, 202 Khagaria, 203 Kishanganj, 204 Lakhisarai, 205 Madhepura, 206 Madhubani, 207 Munger, 208 Muzaffarpur, 209 Nalanda, 210 Nawada, 211 Pashchim Champaran, 212 Patna, 213 Purbi Champaran, 214 Purnia, 215 Rohtas, 216 Saharsa, 217 Samastipur, 218 Saran, 219 Sheikhpura, 220 Sheohar, 221 Sitamarhi, 222 Siwan, 223 Supaul, 224 Vaishali',
  // Chandigarh
  4: '44 Chandigarh',
  // Chhattisgarh
  22: '646 Balod, 644 Baloda Bazar, 649 Balrampur, 374 Bastar, 650 Bemetara, 636 Bijapur, 375 Bilaspur, 376 Dantewada, 377 Dhamtari, 378 Durg, 645 Gariyaband, 734 Gaurella Pendra Marwahi, 379 Janjgir-Champa, 380 Jashpur, 382 Kabirdham, 381 Kanker, 759 Khairgarh Chhuikhadan Gandai, 643 Kondagaon, 383 Korba, 384 Korea, 385 Mahasamund, 760 Manendragarh Chirimiri Bharatpur, 761 Mohla Manpur Ambagarh Chouki, 647 Mungeli, 637 Narayanpur, 386 Raigarh, 387 Raipur, 388 Rajnandgaon, 762 Sakti, 763 Sarangarh Bilaigarh, 642 Sukma, 648 Surajpur, 389 Surguja',
  // Dadra and Nagar Haveli and Daman and Diu
  38: '465 Dadra and Nagar Haveli, 463 Daman, 464 Diu',
  // Delhi
  7: '77 Central, 78 East, 79 New Delhi, 80 North, 81 North East, 82 North West, 671 Shahdara, 83 South, 670 South East, 84 South West, 85 West',
  // Goa
  30: '551 North Goa, 552 South Goa',
  // Gujarat
  24: '438 Ahmedabad, 439 Amreli, 440 Anand, 672 Arvalli, 441 Banas Kantha, 442 Bharuch, 443 Bhavnagar, 676 Botad, 668 Chhota Udepur, 444 Dang, 674 Devbhumi Dwarka, 445 Dohad, 446 Gandhinagar, 675 Gir Somnath, 447 Jamnagar, 448 Junagadh, 449 Kachchh, 450 Kheda, 451 Mahesana, 669 Mahisagar, 673 Morbi, 452 Narmada, 453 Navsari, 454 Panch Mahals, 455 Patan, 456 Porbandar, 457 Rajkot, 458 Sabar Kantha, 459 Surat, 460 Surendranagar, 641 Tapi, 461 Vadodara, 462 Valsad',
  // Haryana
  6: '58 Ambala, 59 Bhiwani, 701 Charki Dadri, 60 Faridabad, 61 Fatehabad, 62 Gurugram, 63 Hisar, 64 Jhajjar, 65 Jind, 66 Kaithal, 67 Karnal, 68 Kurukshetra, 69 Mahendragarh, 604 Nuh, 619 Palwal, 70 Panchkula, 71 Panipat, 72 Rewari, 73 Rohtak, 74 Sirsa, 75 Sonipat, 76 Yamunanagar',
  // Himachal Pradesh
  2: '15 Bilaspur, 16 Chamba, 17 Hamirpur, 18 Kangra, 19 Kinnaur, 20 Kullu, 21 Lahul and Spiti, 22 Mandi, 23 Shimla, 24 Sirmaur, 25 Solan, 26 Una',
  // Jammu and Kashmir
  1: '1 Anantnag, 623 Bandipora, 3 Baramulla, 2 Budgam, 4 Doda, 626 Ganderbal, 5 Jammu, 7 Kathua, 620 Kishtwar, 622 Kulgam, 8 Kupwara, 10 Poonch, 11 Pulwama, 12 Rajouri, 621 Ramban, 627 Reasi, 624 Samba, 625 Shopian, 13 Srinagar, 14 Udhampur',
  // Jharkhand
  20: '322 Bokaro, 323 Chatra, 324 Deoghar, 325 Dhanbad, 326 Dumka, 327 East Singhbhum, 328 Garhwa, 329 Giridih, 330 Godda, 331 Gumla, 332 Hazaribagh, 333 Jamtara, 606 Khunti, 334 Koderma, 335 Latehar, 336 Lohardaga, 337 Pakur, 338 Palamu, 607 Ramgarh, 339 Ranchi, 340 Sahebganj, 341 Saraikela Kharsawan, 342 Simdega, 343 West Singhbhum',
  // Karnataka
  29: '524 Bagalkote, 528 Ballari, 527 Belagavi, 526 Bengaluru Rural, 525 Bengaluru Urban, 529 Bidar, 531 Chamarajanagara, 630 Chikkaballapura, 532 Chikkamagaluru, 533 Chitradurga, 534 Dakshina Kannada, 535 Davangere, 536 Dharwad, 537 Gadag, 539 Hassan, 540 Haveri, 538 Kalaburagi, 541 Kodagu, 542 Kolar, 543 Koppal, 544 Mandya, 545 Mysuru, 546 Raichur, 631 Ramanagara, 547 Shivamogga, 548 Tumakuru, 549 Udupi, 550 Uttara Kannada, 738 Vijayanagar, 530 Vijayapura, 635 Yadgir',
  // Kerala
  32: '554 Alappuzha, 555 Ernakulam, 556 Idukki, 557 Kannur, 558 Kasaragod, 559 Kollam, 560 Kottayam, 561 Kozhikode, 562 Malappuram, 563 Palakkad, 564 Pathanamthitta, 565 Thiruvananthapuram, 566 Thrissur, 567 Wayanad',
  // Ladakh
  37: '6 Kargil, 9 Leh',
  // Lakshadweep
  31: '553 Lakshadweep',
  // Madhya Pradesh
  23: '667 Agar Malwa, 639 Alirajpur, 390 Anuppur, 391 Ashoknagar, 392 Balaghat, 393 Barwani, 394 Betul, 395 Bhind, 396 Bhopal, 397 Burhanpur, 398 Chhatarpur, 399 Chhindwara, 400 Damoh, 401 Datia, 402 Dewas, 403 Dhar, 404 Dindori, 405 East Nimar, 406 Guna, 407 Gwalior, 408 Harda, 410 Indore, 411 Jabalpur, 412 Jhabua, 413 Katni, 414 Khargone, 415 Mandla, 416 Mandsaur, 417 Morena, 409 Narmadapuram, 418 Narsinghpur, 419 Neemuch, 722 Niwari, 420 Panna, 421 Raisen, 422 Rajgarh, 423 Ratlam, 424 Rewa, 425 Sagar, 426 Satna, 427 Sehore, 428 Seoni, 429 Shahdol, 430 Shajapur, 431 Sheopur, 432 Shivpuri, 433 Sidhi, 638 Singrauli, 434 Tikamgarh, 435 Ujjain, 436 Umaria, 437 Vidisha',
  // Maharashtra
  27: '466 Ahmednagar, 467 Akola, 468 Amravati, 469 Aurangabad, 470 Beed, 471 Bhandara, 472 Buldhana, 473 Chandrapur, 474 Dhule, 475 Gadchiroli, 476 Gondia, 477 Hingoli, 478 Jalgaon, 479 Jalna, 480 Kolhapur, 481 Latur, 482 Mumbai, 483 Mumbai Suburban, 484 Nagpur, 485 Nanded, 486 Nandurbar, 487 Nashik, 488 Osmanabad, 665 Palghar, 489 Parbhani, 490 Pune, 491 Raigad, 492 Ratnagiri, 493 Sangli, 494 Satara, 495 Sindhudurg, 496 Solapur, 497 Thane, 498 Wardha, 499 Washim, 500 Yavatmal',
  // Manipur
  14: '252 Bishnupur, 253 Chandel, 254 Churachandpur, 255 Imphal East, 256 Imphal West, 713 Jiribam, 711 Kakching, 717 Kamjong, 712 Kangpokpi, 714 Noney, 715 Pherzawl, 257 Senapati, 258 Tamenglong, 716 Tengnoupal, 259 Thoubal, 260 Ukhrul',
  // Meghalaya
  17: '273 East Garo Hills, 657 East Jaintia Hills, 274 East Khasi Hills, 740 Eastern West Khasi Hills, 656 North Garo Hills, 276 Ri Bhoi, 277 South Garo Hills, 663 South West Garo Hills, 658 South West Khasi Hills, 278 West Garo Hills, 275 West Jaintia Hills, 279 West Khasi Hills',
  // Mizoram
  15: '261 Aizawl, 262 Champhai, 726 Hnahthial, 728 Khawzawl, 263 Kolasib, 264 Lawngtlai, 265 Lunglei, 266 Mamit, 267 Saiha, 727 Saitual, 268 Serchhip',
  // Nagaland
  13: '758 Chumoukedima, 244 Dimapur, 614 Kiphire, 245 Kohima, 615 Longleng, 246 Mokokchung, 247 Mon, 736 Noklak, 613 Peren, 248 Phek, 757 Tseminyu, 249 Tuensang, 250 Wokha, 251 Zunheboto',
  // Odisha
  21: '344 Anugul, 345 Balangir, 346 Baleshwar, 347 Bargarh, 348 Bhadrak, 349 Boudh, 350 Cuttack, 351 Deogarh, 352 Dhenkanal, 353 Gajapati, 354 Ganjam, 355 Jagatsinghapur, 356 Jajapur, 357 Jharsuguda, 358 Kalahandi, 359 Kandhamal, 360 Kendrapara, 361 Kendujhar, 362 Khordha, 363 Koraput, 364 Malkangiri, 365 Mayurbhanj, 366 Nabarangpur, 367 Nayagarh, 368 Nuapada, 369 Puri, 370 Rayagada, 371 Sambalpur, 372 Sonepur, 373 Sundargarh',
  // Puducherry
  34: '598 Karaikal, 599 Mahe, 600 Pondicherry, 601 Yanam',
  // Punjab
  3: '27 Amritsar, 605 Barnala, 28 Bathinda, 29 Faridkot, 30 Fatehgarh Sahib, 651 Fazilka, 31 Ferozepur, 32 Gurdaspur, 33 Hoshiarpur, 34 Jalandhar, 35 Kapurthala, 36 Ludhiana, 737 Malerkotla, 37 Mansa, 38 Moga, 662 Pathankot, 41 Patiala, 42 Rupnagar, 608 S.A.S. Nagar, 43 Sangrur, 40 Shahid Bhagat Singh Nagar, 39 Sri Muktsar Sahib, 609 Tarn Taran',
  // Rajasthan
  8: '86 Ajmer, 87 Alwar, 88 Banswara, 89 Baran, 90 Barmer, 91 Bharatpur, 92 Bhilwara, 93 Bikaner, 94 Bundi, 95 Chittorgarh, 96 Churu, 97 Dausa, 98 Dholpur, 99 Dungarpur, 100 Ganganagar, 101 Hanumangarh, 102 Jaipur, 103 Jaisalmer, 104 Jalore, 105 Jhalawar, 106 Jhunjhunu, 107 Jodhpur, 108 Karauli, 109 Kota, 110 Nagaur, 111 Pali, 629 Pratapgarh, 112 Rajsamand, 113 Sawai Madhopur, 114 Sikar, 115 Sirohi, 116 Tonk, 117 Udaipur',
  // Sikkim
  11: '225 Gangtok, 228 Gyalshing, 226 Mangan, 227 Namchi, 741 Pakyong, 742 Soreng',
  // Tamil Nadu
  33: '610 Ariyalur, 730 Chengalpattu, 568 Chennai, 569 Coimbatore, 570 Cuddalore, 571 Dharmapuri, 572 Dindigul, 573 Erode, 729 Kallakurichi, 574 Kanchipuram, 575 Kanniyakumari, 576 Karur, 577 Krishnagiri, 578 Madurai, 735 Mayiladuthurai, 579 Nagapattinam, 580 Namakkal, 581 Perambalur, 582 Pudukkottai, 583 Ramanathapuram, 731 Ranipet, 584 Salem, 585 Sivaganga, 733 Tenkasi, 586 Thanjavur, 587 The Nilgiris, 588 Theni, 589 Thiruvallur, 590 Thiruvarur, 594 Thoothukudi, 591 Tiruchirappalli, 592 Tirunelveli, 732 Tirupathur, 634 Tiruppur, 593 Tiruvannamalai, 595 Vellore, 596 Villupuram, 597 Virudhunagar',
  // Telangana
  36: '501 Adilabad, 690 Bhadradri Kothagudem, 686 Hanumakonda, 507 Hyderabad, 681 Jagtial, 689 Jangaon, 687 Jayashankar Bhupalpally, 695 Jogulamba Gadwal, 685 Kamareddy, 508 Karimnagar, 509 Khammam, 699 Kumuram Bheem Asifabad, 688 Mahabubabad, 512 Mahabubnagar, 684 Mancherial, 513 Medak, 700 Medchal Malkajgiri, 720 Mulugu, 694 Nagarkurnool, 514 Nalgonda, 721 Narayanpet, 680 Nirmal, 516 Nizamabad, 682 Peddapalli, 683 Rajanna Sircilla, 518 Ranga Reddy, 691 Sangareddy, 692 Siddipet, 696 Suryapet, 698 Vikarabad, 693 Wanaparthy, 522 Warangal, 697 Yadadri Bhuvanagiri',
  // Tripura
  16: '269 Dhalai, 654 Gomati, 652 Khowai, 270 North Tripura, 653 Sepahijala, 271 South Tripura, 655 Unakoti, 272 West Tripura',
  // Uttar Pradesh
  9: '118 Agra, 119 Aligarh, 121 Ambedkar Nagar, 640 Amethi, 154 Amroha, 122 Auraiya, 140 Ayodhya, 123 Azamgarh, 124 Baghpat, 125 Bahraich, 126 Ballia, 127 Balrampur, 128 Banda, 129 Barabanki, 130 Bareilly, 131 Basti, 179 Bhadohi, 132 Bijnor, 133 Budaun, 134 Bulandshahr, 135 Chandauli, 136 Chitrakoot, 137 Deoria, 138 Etah, 139 Etawah, 141 Farrukhabad, 142 Fatehpur, 143 Firozabad, 144 Gautam Buddha Nagar, 145 Ghaziabad, 146 Ghazipur, 147 Gonda, 148 Gorakhpur, 149 Hamirpur, 661 Hapur, 150 Hardoi, 163 Hathras, 151 Jalaun, 152 Jaunpur, 153 Jhansi, 155 Kannauj, 156 Kanpur Dehat, 157 Kanpur Nagar, 633 Kasganj, 158 Kaushambi, 159 Kheri, 160 Kushinagar, 161 Lalitpur, 162 Lucknow, 164 Maharajganj, 165 Mahoba, 166 Mainpuri, 167 Mathura, 168 Mau, 169 Meerut, 170 Mirzapur, 171 Moradabad, 172 Muzaffarnagar, 173 Pilibhit, 174 Pratapgarh, 120 Prayagraj, 175 Rae Bareli, 176 Rampur, 177 Saharanpur, 659 Sambhal, 178 Sant Kabir Nagar, 180 Shahjahanpur, 660 Shamli, 181 Shravasti, 182 Siddharthnagar, 183 Sitapur, 184 Sonbhadra, 185 Sultanpur, 186 Unnao, 187 Varanasi',
  // Uttarakhand
  5: '45 Almora, 46 Bageshwar, 47 Chamoli, 48 Champawat, 49 Dehradun, 50 Haridwar, 51 Nainital, 52 Pauri Garhwal, 53 Pithoragarh, 54 Rudraprayag, 55 Tehri Garhwal, 56 Udham Singh Nagar, 57 Uttarkashi',
  // West Bengal
  19: '664 Alipurduar, 305 Bankura, 307 Birbhum, 308 Cooch Behar, 310 Dakshin Dinajpur, 309 Darjeeling, 312 Hooghly, 313 Howrah, 314 Jalpaiguri, 703 Jhargram, 702 Kalimpong, 315 Kolkata, 316 Maldah, 319 Murshidabad, 320 Nadia, 303 North 24 Parganas, 704 Paschim Bardhaman, 318 Paschim Medinipur, 306 Purba Bardhaman, 317 Purba Medinipur, 321 Purulia, 304 South 24 Parganas, 311 Uttar Dinajpur',
}
