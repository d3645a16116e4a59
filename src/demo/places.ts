import type { Word } from "./names.ts";

// The districts are real; villages and upazilas are composed from the two lists below, a tree or bird and a kind of place.

export const districts: readonly Word[] = [
  ["Cumilla", "কুমিল্লা"],
  ["Tangail", "টাঙ্গাইল"],
  ["Noakhali", "নোয়াখালী"],
  ["Brahmanbaria", "ব্রাহ্মণবাড়িয়া"],
  ["Mymensingh", "ময়মনসিংহ"],
  ["Chandpur", "চাঁদপুর"],
  ["Chattogram", "চট্টগ্রাম"],
  ["Narsingdi", "নরসিংদী"],
  ["Sylhet", "সিলেট"],
  ["Faridpur", "ফরিদপুর"],
  ["Munshiganj", "মুন্সীগঞ্জ"],
  ["Barishal", "বরিশাল"],
  ["Bogura", "বগুড়া"],
  ["Jashore", "যশোর"],
  ["Khulna", "খুলনা"],
  ["Rajshahi", "রাজশাহী"],
  ["Pabna", "পাবনা"],
  ["Kushtia", "কুষ্টিয়া"],
  ["Feni", "ফেনী"],
  ["Rangpur", "রংপুর"],
  ["Dinajpur", "দিনাজপুর"],
  ["Madaripur", "মাদারীপুর"],
  ["Satkhira", "সাতক্ষীরা"],
  ["Bhola", "ভোলা"],
];

export const placeBeginnings: readonly Word[] = [
  ["Shimul", "শিমুল"],
  ["Bokul", "বকুল"],
  ["Hijol", "হিজল"],
  ["Kodom", "কদম"],
  ["Jarul", "জারুল"],
  ["Shapla", "শাপলা"],
  ["Doyel", "দোয়েল"],
  ["Shalik", "শালিক"],
  ["Machranga", "মাছরাঙা"],
  ["Narikel", "নারিকেল"],
  ["Tetul", "তেঁতুল"],
  ["Chatim", "ছাতিম"],
];

export const placeEndings: readonly Word[] = [
  ["danga", "ডাঙ্গা"],
  ["hati", "হাটি"],
  ["kandi", "কান্দি"],
  ["para", "পাড়া"],
  ["dighi", "দিঘি"],
  ["gaon", "গাঁও"],
  ["khali", "খালী"],
  ["nagar", "নগর"],
];
